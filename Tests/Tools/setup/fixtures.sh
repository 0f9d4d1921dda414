#!/usr/bin/env bash
# Makes what tests need and the tree does not hold: a Python environment, the zoo of broken pictures, two small
# wallpaper packages. Works twice; says what it does only when it does it.
set -euo pipefail
venv=$1 cache=$2
zoo=.build/fixtures/zoo
requirements=(Tests/Tools/zoo/requirements.txt Tests/Tools/gate/requirements.txt Tests/Tools/sdk/requirements.txt
    Tests/Tools/metrics/requirements.txt Tests/Tools/contract/requirements.txt
    Tests/Tools/traces/requirements.txt Tests/Tools/terminal/requirements.txt)
mkdir -p "$cache" .build/fixtures

stamp() { cat "$@" | sha256sum | cut -c1-16; }

want=$(stamp "${requirements[@]}")
if [ "$(cat "$venv/stamp" 2>/dev/null)" != "$want" ]; then
    echo "making a Python environment in $venv"
    python3 -m venv "$venv"
    for file in "${requirements[@]}"; do "$venv/bin/pip" install -q --disable-pip-version-check -r "$file"; done
    echo "$want" > "$venv/stamp"
fi

want=$(stamp Tests/Tools/zoo/*.*)
if [ "$(cat "$zoo/stamp" 2>/dev/null)" != "$want" ]; then
    echo "making the zoo of broken pictures in $zoo"
    "$venv/bin/python" -W ignore Tests/Tools/zoo/make_zoo.py "$zoo"
    echo "$want" > "$zoo/stamp"
fi

Tests/Tools/gate/expectations.sh .build/fixtures/gate "$venv/bin/python" "$cache/wallpapers"
