#!/usr/bin/env bash
# The whole gate (decode and measure) and the decode alone against bare libjpeg-turbo at the same scale.
set -euo pipefail
swift build -c release --product decode-bench >/dev/null
.build/release/decode-bench .build/fixtures/zoo/large_*.jpg
