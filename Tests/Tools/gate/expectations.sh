#!/usr/bin/env bash
# Fills a folder for the test `agreesOnFortyPicturesAndMore`: expectations.sh DEST
#
# The committed fixtures and the wallpapers of ../demo/fetch_wallpapers.sh, two views of each large one, measured by
# reference.py in a virtual environment of its own (numpy and OpenCV from PyPI). Done once; remove DEST to do it anew.
#   Tests/Tools/gate/expectations.sh .build/gate-expectations
#   TORII_GATE_EXPECTATIONS=.build/gate-expectations swift test --disable-xctest --filter GateTests
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dest=${1:?usage: expectations.sh DEST}
[ -e "$dest/expected.tsv" ] && { echo "$dest/expected.tsv is there"; exit 0; }
mkdir -p "$dest"
dest=$(cd "$dest" && pwd)
if [ ! -x "$dest/python/bin/python" ] || ! "$dest/python/bin/python" -c 'import cv2, numpy' 2>/dev/null; then
    python3 -m venv "$dest/python"
    "$dest/python/bin/pip" install -q 'numpy==2.4.*' 'opencv-python-headless==5.0.*' || {
        echo "cannot install numpy and opencv-python-headless: is there a network?" >&2
        exit 1
    }
fi
"$here/../demo/fetch_wallpapers.sh" "$dest/wallpapers"
"$dest/python/bin/python" "$here/reference.py" "$dest" \
    "$here"/../../Fixtures/pictures/*.jpg "$here"/../../Fixtures/pictures/*.png \
    "$dest"/wallpapers/*.jpg "$dest"/wallpapers/*.png
