#!/usr/bin/env bash
# A million recorded decisions planned over, and a month of ten million: its report, its dashboard, its clean-up.
# Usage: Benchmarks/month.sh TORII [ROWS]
set -euo pipefail
torii=$(realpath "$1")
rows=${2:-10000000}
cd "$(dirname "$0")/.."
folder=$(mktemp -d -p "${TMPDIR:-/tmp}" torii-month.XXXXXX)
trap 'rm -rf "$folder"' EXIT
echo "== machine: $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
"$torii" bench plan --data "$folder/plan" --policies policies
rm -rf "$folder/plan"
"$torii" bench month --data "$folder/month" --policies policies --rows "$rows"
