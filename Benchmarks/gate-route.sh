#!/usr/bin/env bash
# Requests a second of POST /v1/gate (authenticated, judged, written to the ledger with fsync) against nginx answering a
# static 200 to the same requests, on loopback, one after the other, three rounds; prints each and the median ratio.
set -euo pipefail
torii=$1
seconds=${SECONDS_A_ROUND:-8}
folder=$(mktemp -d)
cleanup() { kill "${server:-}" "${nginx:-}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT

GEMINI_API_KEY=unused "$torii" serve --port 18080 --data "$folder/data" --policies policies \
    --gemini-base-url http://127.0.0.1:9 >"$folder/out" 2>/dev/null &
server=$!
for _ in $(seq 100); do grep -q ready "$folder/out" && break; sleep 0.1; done
key=$("$torii" keys create --data "$folder/data" --scope client --name bench --json | jq -r .key)

mkdir -p "$folder/logs"
cat > "$folder/nginx.conf" <<N
daemon off; pid $folder/nginx.pid; error_log $folder/error.log; worker_processes 2;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000000;
  client_body_temp_path $folder/body; proxy_temp_path $folder/proxy; fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi; scgi_temp_path $folder/scgi;
  server { listen 127.0.0.1:18081; location / { default_type application/json; return 200 '{"verdict":"send"}'; } } }
N
nginx -c "$folder/nginx.conf" -p "$folder" &
nginx=$!
cat > "$folder/gate.lua" <<L
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer $key"
wrk.headers["Torii-Profile"] = "ios"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"schema":1,"scoreSpace":"torii/1","scores":{"sharpness":0.31,"attentionArea":0.42,"objectnessArea":0.21},"device":{"family":"ios","thermal":"fair","battery":{"level":0.65,"state":"charging"},"network":{"kind":"wifi","metered":false}},"mode":"interactive"}'
L
rate() { wrk -t2 -c64 -d"${seconds}s" -s "$folder/gate.lua" "$1" | awk '/Requests\/sec/{print $2} /Non-2xx/{print "errors:" $0 > "/dev/stderr"}'; }
rate http://127.0.0.1:18080/v1/gate >/dev/null
for round in 1 2 3; do
    ours=$(rate http://127.0.0.1:18080/v1/gate)
    theirs=$(rate http://127.0.0.1:18081/v1/gate)
    echo "round $round: /v1/gate $ours/s, nginx $theirs/s, ratio $(awk "BEGIN{printf \"%.3f\", $ours/$theirs}")"
done
kill -TERM $server; wait $server || true
server=""
"$torii" ledger verify --data "$folder/data" | tail -1
