#!/usr/bin/env bash
# Fetches the labelled pictures the coarse-category model is fitted on, out of Debian packages that are downloaded and
# unpacked but never installed. What is kept is named in ../gate/labels.tsv by the first 12 digits of the SHA-1 of its bytes.
#
#   fetch_corpus.sh DEST [PACKAGE...]    without names: every package of labels.tsv (1.5 GB to download, 230 MB kept)
#
# Result: DEST/pictures/<id>.<jpg|png|webp>. Packages already done are not fetched again. Needs apt-get, dpkg, python3;
# SVG wallpapers are rendered when rsvg-convert is there (their labels are of its rendering at 2560 px), else left out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
labels="$here/../gate/labels.tsv"
dest=${1:?usage: fetch_corpus.sh DEST [PACKAGE...]}
shift
mkdir -p "$dest/pictures" "$dest/done"
dest=$(cd "$dest" && pwd)
work=$(mktemp -d "$dest/unpack.XXXXXX")
trap 'rm -rf "$work"' EXIT

if [ $# -gt 0 ]; then packages=$*; else packages=$(tail -n +2 "$labels" | cut -f2 | sort -u); fi
missing=0
for package in $packages; do
    [ -e "$dest/done/$package" ] && continue
    rm -rf "${work:?}"/*
    if ! (cd "$work" && apt-get -q download "$package" >apt.log 2>&1); then
        echo "cannot download $package: $(grep -m1 '^E:' "$work/apt.log" || echo 'see apt-get download') (is there a network, and was apt-get update run?)" >&2
        missing=$((missing + 1))
        continue
    fi
    dpkg -x "$work/${package}"_*.deb "$work/x"
    python3 "$here/keep_labelled.py" "$work/x" "$package" "$labels" "$dest/pictures"
    touch "$dest/done/$package"
done
echo "$(find "$dest/pictures" -type f | wc -l) pictures in $dest/pictures, $missing packages missing"
