#!/usr/bin/env bash
# The client: processor time of a call, malformed answers that reach a caller, and a storm of faults.
set -euo pipefail
swift build -c release --product gemini-bench >/dev/null
.build/release/gemini-bench cpu
.build/release/gemini-bench malformed 100000
.build/release/gemini-bench storm 2000
