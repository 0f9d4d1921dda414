#!/usr/bin/env bash
# Fetches real wallpapers to try things on: fetch_wallpapers.sh DEST
#
# Two small Debian packages (17 MB) are downloaded and unpacked; nothing is installed and no root is needed:
#   lomiri-wallpapers-16.04   15 photographs, CC0-1.0, CC-BY-4.0 and CC-BY-SA-4.0
#   xfdesktop4-data           abstract wallpapers, GPL-2+
# Result: DEST/*.jpg and DEST/*.png, DEST/COPYRIGHT.<package>. What is there already is kept.
set -euo pipefail
dest=${1:?usage: fetch_wallpapers.sh DEST}
mkdir -p "$dest"
dest=$(cd "$dest" && pwd)
for tool in apt-get dpkg; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: this needs Debian or a system like it" >&2; exit 1; }
done
work=$(mktemp -d "$dest/.unpack.XXXXXX")
trap 'rm -rf "$work"' EXIT
for package in lomiri-wallpapers-16.04 xfdesktop4-data; do
    [ -e "$dest/COPYRIGHT.$package" ] && continue
    # Without root apt may fetch but not read a new list: the list of a fresh machine is empty until it is updated.
    if ! (cd "$work" && apt-get -q download "$package" >apt.log 2>&1) && [ "$(id -u)" -eq 0 ]; then
        echo "updating the list of packages"
        apt-get -qq update || true
    fi
    if [ -z "$(find "$work" -name "${package}_*.deb")" ] && ! (cd "$work" && apt-get -q download "$package" >apt.log 2>&1); then
        echo "cannot download $package: $(grep -m1 '^E:' "$work/apt.log" || echo 'apt-get download failed')" >&2
        echo "is there a network, and has apt-get update been run?" >&2
        exit 1
    fi
    dpkg -x "$work/${package}"_*.deb "$work/$package"
    find "$work/$package/usr/share/backgrounds" -type f \( -name '*.jpg' -o -name '*.png' \) -exec cp -f {} "$dest/" \;
    cp "$work/$package/usr/share/doc/$package/copyright" "$dest/COPYRIGHT.$package"
done
echo "$(find "$dest" -maxdepth 1 -type f \( -name '*.jpg' -o -name '*.png' \) | wc -l) wallpapers in $dest"
