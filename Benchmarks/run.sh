#!/usr/bin/env bash
# Measures what Benchmarks/RESULTS.md shows: every figure is a ratio against a peer or a floor in the same run.
# Usage: Benchmarks/run.sh TORII
set -euo pipefail
torii=$(realpath "$1")
cd "$(dirname "$0")/.."
Tests/Tools/setup/packages.sh nginx-light wrk curl jq >&2

echo "== machine: $(nproc) cores, $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs), load $(cut -d' ' -f1 /proc/loadavg)"
echo "== decode against bare libjpeg-turbo at the same scale"
Benchmarks/decode.sh
echo "== /v1/gate against nginx's static 200"
Benchmarks/gate-route.sh "$torii"
echo "== the client of the cloud"
Benchmarks/gemini.sh
echo "== ledger rows a second, with fsync"
Benchmarks/ledger.sh "$torii"
