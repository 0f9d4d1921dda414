#!/usr/bin/env bash
# What 1,000 open dashboards cost: processor time of the server for a decision at /v1/gate (authenticated, judged, on disk), without
# and with 1,000 streams of `/dashboard?watch=2s`, interleaved, five rounds; the bytes a second each stream gets, and how
# many writes a frame takes (strace on one of them).
# Usage: Benchmarks/watchers.sh TORII [WATCHERS]
set -euo pipefail
torii=$(realpath "$1")
watchers=${2:-1000}
seconds=${SECONDS_A_ROUND:-8}
cd "$(dirname "$0")/.."
Tests/Tools/setup/packages.sh wrk jq strace python3 >&2
folder=$(mktemp -d)
cleanup() { kill "${watching:-}" "${server:-}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
ulimit -n 8192

GEMINI_API_KEY=unused "$torii" serve --port 18080 --data "$folder/data" --policies policies --watchers "$watchers" \
    --gemini-base-url http://127.0.0.1:9 >"$folder/out" 2>/dev/null &
server=$!
for _ in $(seq 100); do grep -q ready "$folder/out" && break; sleep 0.1; done
key=$("$torii" keys create --data "$folder/data" --scope client --name bench --json | jq -r .key)
cat > "$folder/gate.lua" <<L
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer $key"
wrk.headers["Torii-Profile"] = "ios"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"schema":1,"scoreSpace":"torii/1","scores":{"sharpness":0.31,"attentionArea":0.42,"objectnessArea":0.21}}'
L
ticks() { awk '{print $14 + $15}' "/proc/$server/stat"; }
round() { # prints microseconds of processor time a decision
    local before after count
    before=$(ticks)
    count=$(wrk -t1 -c32 -d"${seconds}s" -s "$folder/gate.lua" http://127.0.0.1:18080/v1/gate | awk '/requests in/{print $1} /Non-2xx/{exit 1}')
    after=$(ticks)
    awk "BEGIN{printf \"%.2f\", ($after - $before) * 10000 / $count}"
}
watch() { python3 Benchmarks/watchers/watch.py 18080 "$watchers" >"$folder/watch" & watching=$!
    for _ in $(seq 100); do grep -q watching "$folder/watch" && return; sleep 0.1; done; exit 1; }
unwatch() { kill -INT "$watching"; wait "$watching" || true; watching=""; sleep 1; }

echo "== $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg), $watchers watchers, ${seconds} s a round"
round >/dev/null
for number in 1 2 3 4 5; do
    alone=$(round)
    watch
    watched=$(round)
    unwatch
    echo "round $number: $alone us a decision alone, $watched us watched, ratio $(awk "BEGIN{printf \"%.3f\", $watched/$alone}"); $(tail -1 "$folder/watch")"
done | tee "$folder/rounds"
grep -o 'ratio [0-9.]*' "$folder/rounds" | cut -d' ' -f2 | sort -n | awk '{r[NR]=$1} END{print "median ratio", r[int((NR+1)/2)]}'

strace -f -qq -s 64 -e trace=write,writev,sendto,sendmsg -o "$folder/strace" -p "$server" & tracer=$!
sleep 1
timeout 9 curl -sN "http://127.0.0.1:18080/dashboard?watch=2s" >"$folder/stream" || true
kill "$tracer" 2>/dev/null || true
wait "$tracer" || true
descriptor=$(grep -m1 2026h "$folder/strace" | grep -oE '\([0-9]+,' | head -1)
echo "$(grep -c $'\e\\[?2026h' "$folder/stream") frames in $(grep -cF "$descriptor" "$folder/strace") writes, the head of the answer among them"
