#!/usr/bin/env bash
# The gate's figures on real pictures: evaluate.sh CACHE
#
# Fetches the labelled pictures (1.5 GB to download the first time, 230 MB kept), makes the evaluation pictures out of them
# (1.3 GB), measures all with a release build and prints the table. What is in CACHE already is not made again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${1:?usage: evaluate.sh CACHE}
export OMP_NUM_THREADS=1
if [ ! -x "$cache/fit-venv/bin/python" ]; then
    python3 -m venv "$cache/fit-venv"
    "$cache/fit-venv/bin/pip" install -q -r "$here/requirements.txt" -r "$here/requirements-fit.txt"
fi
python="$cache/fit-venv/bin/python"
[ -e "$cache/corpus/pictures" ] || "$here/../corpus/fetch_corpus.sh" "$cache/corpus"
nice -n 15 "$python" "$here/make_evaluation.py" "$cache/corpus/pictures" "$cache/evaluation"
swift build -c release --product gate-measure 2>&1 | "$here/../setup/quiet.sh"
"$python" "$here/evaluate.py" --list "$cache/evaluation" |
    nice -n 10 .build/release/gate-measure --features > "$cache/measured.tsv"
nice -n 10 "$python" "$here/evaluate.py" "$cache/evaluation" "$cache/measured.tsv" --sheet "$cache/misses.jpg"

# The watermark: 24 pictures, 27 attacks, and every picture, stripes and blank ones too, against 200 keys that marked nothing.
marks="$cache/marks"
rm -rf "$marks"
mkdir -p "$marks/marked"
list() { find "$cache/corpus/pictures/" -name '*.jpg' -size +100k | sort; }
list | awk 'NR % 3 == 1' | nice -n 10 .build/release/gate-measure --mark 7 "$marks/marked" 24 > "$marks/marked.tsv"
nice -n 15 "$python" "$here/attacks.py" "$marks/marked" "$marks/attacked" |
    nice -n 10 .build/release/gate-measure --detect 7 0 > "$marks/found.tsv"
{
    find "$cache/corpus/pictures/" -type f
    find "$cache/evaluation/" -name 'abstract*.png' -o -name 'empty*.png'
} | sort | nice -n 10 .build/release/gate-measure --detect 7 200 > "$marks/false.tsv"
"$python" "$here/evaluate_marks.py" "$marks/marked.tsv" "$marks/found.tsv" "$marks/false.tsv" 200
