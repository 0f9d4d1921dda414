#!/usr/bin/env bash
# Decoding: the whole gate (decode and measure) and the decode alone against bare libjpeg-turbo at the same scale, a progressive
# JPEG against its full decode, HEIC against libheif on one thread, cheap pictures among dear ones, and what hostile files cost.
set -euo pipefail
zoo=.build/fixtures/zoo
bench=.build/release/decode-bench
swift build -c release --product decode-bench >/dev/null
"$bench" "$zoo"/large_*.jpg
swift build -c release --product gate-measure >/dev/null
.build/release/gate-measure --registry 1000000
# The corpus is there once `make gate-eval` has run.
big=$(find .cache/corpus/pictures/ -name '*.jpg' -size +1000k 2>/dev/null | sort || true)
[ -z "$big" ] || "$bench" --gate $big
"$bench" --progressive "$zoo/large_12mp_progressive.jpg"
"$bench" --heic "$zoo/large_12mp.heic"
"$bench" --mixed "$zoo/large_1024.jpg" "$zoo/large_12mp.heic"
echo "dearest files of the zoo: time of a thread, peak of memory"
for file in "$zoo"/*.*; do "$bench" --cost "$file"; done 2>/dev/null | sort -rn | head -5
