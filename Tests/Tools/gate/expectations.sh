#!/usr/bin/env bash
# Fills a folder for the test `agreesOnFortyPicturesAndMore`: expectations.sh DEST PYTHON WALLPAPERS
#
# Measures the committed fixtures and the wallpapers of ../demo/fetch_wallpapers.sh (fetched into WALLPAPERS when they are
# not there), two views of each large one. PYTHON has what requirements.txt names. Does nothing when DEST is up to date.
#   Tests/Tools/gate/expectations.sh .build/fixtures/gate .cache/venv/bin/python .cache/wallpapers
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
usage='usage: expectations.sh DEST PYTHON WALLPAPERS'
dest=${1:?$usage} python=${2:?$usage} wallpapers=${3:?$usage}
want=$(cat "$here/reference.py" "$here/sharpness_reference.py" "$here/../../Fixtures/LICENSES.md" "$here/../demo/fetch_wallpapers.sh" | sha256sum | cut -c1-16)
[ "$(cat "$dest/stamp" 2>/dev/null)" = "$want" ] && exit 0
"$here/../demo/fetch_wallpapers.sh" "$wallpapers"
echo "measuring pictures with numpy and OpenCV into $dest"
"$python" "$here/reference.py" "$dest" \
    "$here"/../../Fixtures/pictures/*.jpg "$here"/../../Fixtures/pictures/*.png "$wallpapers"/*.jpg "$wallpapers"/*.png
echo "$want" > "$dest/stamp"
