#!/usr/bin/env bash
# Ledger rows a second with fsync at 64 writers, against the fsync rate of the same disk.
set -euo pipefail
torii=$1
folder=$(mktemp -d -p .)
trap 'rm -rf "$folder"' EXIT
"$torii" bench ledger --data "$folder/data"
