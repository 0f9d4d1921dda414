#!/usr/bin/env bash
# Pictures of what people see, taken of the demo's ledger: the dashboard in a browser, dark and on a phone, the economics
# report as a page, and the dashboard in a terminal. Fails when one of them is blank.
# Usage: Tests/Tools/screenshots/take.sh TORII DATA PYTHON OUT
set -euo pipefail
torii=$(realpath "$1") python=$(realpath -s "$3")
data=$(mktemp -d)
trap 'tmux -L torii-shots kill-server 2>/dev/null || true; kill "${server:-0}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$data"' EXIT
cp -r "$2"/. "$data" && rm -f "$data"/torii.lock "$data"/torii.sock
mkdir -p "$4"
out=$(realpath "$4")
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$torii" serve --port "$port" --data "$data" >"$data/log" 2>&1 &
server=$!
for _ in $(seq 100); do curl -sf "http://127.0.0.1:$port/readyz" >/dev/null && break; sleep 0.1; done

shoot() { # NAME WIDTH HEIGHT URL [OPTION…]
    chromium --headless=new --no-sandbox --hide-scrollbars --disable-gpu --user-data-dir="$data/browser" "${@:5}" \
        --window-size="$2,$3" --screenshot="$out/$1.png" "$4" >/dev/null 2>&1
}
page="http://127.0.0.1:$port/dashboard?format=html"
shoot browser 1240 1000 "$page&width=140"
shoot browser-dark 1240 1000 "$page&width=140" --blink-settings=preferredColorScheme=0
shoot phone 400 860 "$page&width=40"
"$torii" report economics --data "$data" --format html >"$data/economics.html"
shoot report 1000 1400 "file://$data/economics.html"
tmux -L torii-shots -f /dev/null new-session -d -x 120 -y 44 "TERM=tmux-256color '$torii' dashboard --server http://127.0.0.1:$port --watch 2s"
sleep 4
tmux -L torii-shots capture-pane -p >"$out/terminal.txt"
{ echo '<meta charset="utf-8"><body style="background:#111;color:#ddd"><pre style="font:14px monospace">'
  sed 's/&/\&amp;/g; s/</\&lt;/g' "$out/terminal.txt"; echo '</pre>'; } >"$data/terminal.html"
shoot terminal 1100 860 "file://$data/terminal.html"

"$python" - "$out" <<'PYTHON'
import pathlib, sys
from PIL import Image
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.png")):
    picture = Image.open(path).convert("L")
    ink = sum(picture.histogram()[i] for i in range(256) if abs(i - picture.getpixel((2, 2))) > 60)
    share = ink / (picture.width * picture.height)
    print(f"{path}: {picture.width} x {picture.height}, {share:.1%} ink")
    if share < 0.01:
        sys.exit(f"{path} is blank")
PYTHON
