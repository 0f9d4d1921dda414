#!/usr/bin/env bash
# Torii beside the LiteLLM proxy (PyPI `litellm[proxy]`, one worker): the same emulator with canned answers behind both, the
# same 60 KB photograph in front, made another upload each time by bytes behind its end so that no cache answers. Prints
# requests a second, p50 and p99, memory and processor time of each way through.
# Usage: Benchmarks/litellm.sh TORII [SECONDS]
set -euo pipefail
torii=$(realpath "$1")
seconds=${2:-15}
cd "$(dirname "$0")/.."
Tests/Tools/setup/packages.sh wrk jq curl python3-venv >&2
version=1.108.7
venv=.cache/litellm
if [ "$("$venv/bin/python" -c 'import importlib.metadata as m; print(m.version("litellm"))' 2>/dev/null)" != "$version" ]; then
    echo "making a Python environment with litellm $version in $venv" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q --disable-pip-version-check "litellm[proxy]==$version"
fi
folder=$(mktemp -d)
pids=()
cleanup() { kill "${pids[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT

.cache/venv/bin/python Benchmarks/litellm/bodies.py Tests/Fixtures/pictures/photo-coast.jpg "$folder"
"$torii" emulator --port 18099 --canned >"$folder/emulator" 2>&1 & pids+=($!)

# Room for every call: what is compared is the work, and holds and settlements are part of it.
for way in open gated; do
    mkdir -p "$folder/$way" && cp -r policies "$folder/$way/policies"
    sed -i -e 's/monthly: "75.00 USD"/monthly: "100000.00 USD"/; s/daily: "3.00 USD"/daily: "100000.00 USD"/' \
        -e '/maxShareOfRevenue/d' -e 's/deadline: "1200ms"/deadline: "30s"/; s/deadline: "8s"/deadline: "60s"/' \
        "$folder/$way/policies/ios.json5"
    rm -f "$folder/$way/policies/portfolio.json5"
done
sed -i 's/  gate: {/  gate: { enabled: false,/' "$folder/open/policies/ios.json5"
serve() { # WAY PORT
    GEMINI_API_KEY=unused "$torii" serve --port "$2" --data "$folder/$1/data" --policies "$folder/$1/policies" \
        --gemini-base-url http://127.0.0.1:18099 >"$folder/$1/out" 2>&1 & pids+=($!)
    eval "$1_pid=$!"
    for _ in $(seq 100); do grep -q /dashboard "$folder/$1/out" && return; sleep 0.1; done
    cat "$folder/$1/out" >&2; exit 1
}
serve open 18080
serve gated 18081
key() { "$torii" keys create --data "$folder/$1/data" --scope client --name bench --profile ios --json | jq -r .key; }
open_key=$(key open) gated_key=$(key gated)

cat > "$folder/litellm.yaml" <<Y
model_list:
  - model_name: gemini-3.5-flash-lite
    litellm_params: { model: gemini/gemini-3.5-flash-lite, api_key: unused, api_base: "http://127.0.0.1:18099/v1beta" }
litellm_settings: { telemetry: false, num_retries: 0, drop_params: true }
general_settings: { master_key: sk-bench }
Y
GEMINI_API_KEY=unused GEMINI_API_BASE=http://127.0.0.1:18099 LITELLM_LOG=ERROR LITELLM_LOCAL_MODEL_COST_MAP=True "$venv/bin/litellm" --config "$folder/litellm.yaml" --port 18082 \
    --host 127.0.0.1 --num_workers 1 >"$folder/litellm.out" 2>&1 & litellm_pid=$!; pids+=($!)
for _ in $(seq 120); do curl -sf http://127.0.0.1:18082/health/liveliness >/dev/null && break; sleep 1; done

script() { # NAME BODY HEADERS…
    local name=$1 body=$2; shift 2
    { echo "wrk.method = 'POST'"
      for header in "$@"; do echo "wrk.headers['${header%%: *}'] = '${header#*: }'"; done
      echo "body = '$folder/$body'"; cat Benchmarks/litellm/unique.lua; } > "$folder/$name.lua"
}
json="Content-Type: application/json"
script open door "x-goog-api-key: $open_key" "$json"
script gated door "x-goog-api-key: $gated_key" "$json"
script upload raw "Authorization: Bearer $gated_key" "Content-Type: image/jpeg"
script litellm chat "Authorization: Bearer sk-bench" "$json"
script passed door "x-goog-api-key: sk-bench" "$json"

ticks() { awk '{print $14 + $15}' "/proc/$1/stat"; }
memory() { awk '/VmHWM/{printf "%d", $2 / 1024}' "/proc/$1/status"; }
measure() { # LABEL PID SCRIPT URL
    wrk -t1 -c8 -d2s -s "$folder/$3.lua" "$4" >/dev/null
    local before after out
    before=$(ticks "$2")
    out=$(wrk -t1 -c8 -d"${seconds}s" --latency -s "$folder/$3.lua" "$4")
    after=$(ticks "$2")
    echo "$out" | grep -q Non-2xx && { echo "$1: $(echo "$out" | grep Non-2xx)"; }
    echo "$out" | awk -v label="$1" -v cpu="$(( after - before ))" -v memory="$(memory "$2")" '
        /50%/ { p50 = $2 } /99%/ { p99 = $2 } /requests in/ { count = $1 } /Requests\/sec/ { rate = $2 }
        END { printf "%-34s %8.1f/s  p50 %-9s p99 %-9s %5d MB  %6.2f CPU s per 1,000\n",
              label, rate, p50, p99, memory, cpu / 100 / count * 1000 }'
}
model=models/gemini-3.5-flash-lite:generateContent
echo "== $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg), litellm $version, ${seconds} s each, 8 connections"
measure "torii, Google's API, gate off" "$open_pid" open "http://127.0.0.1:18080/v1beta/$model"
measure "torii, Google's API, gated" "$gated_pid" gated "http://127.0.0.1:18081/v1beta/$model"
measure "torii, /v1/classify, gated" "$gated_pid" upload "http://127.0.0.1:18081/v1/classify"
measure "litellm, chat completions" "$litellm_pid" litellm "http://127.0.0.1:18082/v1/chat/completions"
measure "litellm, Google's API passed on" "$litellm_pid" passed "http://127.0.0.1:18082/gemini/v1beta/$model"
for way in open gated; do "$torii" ledger verify --data "$folder/$way/data" | tail -1; done
