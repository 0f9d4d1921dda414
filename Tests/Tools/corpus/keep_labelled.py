#!/usr/bin/env python3
"""Copies the labelled pictures of one unpacked package: keep_labelled.py TREE PACKAGE LABELS.tsv PICTURES

A picture is known by the first 12 hexadecimal digits of the SHA-1 of its bytes, so that a new package version cannot
slip another picture under an old label. SVG wallpapers are rendered first, 2560 px wide or 1600 high."""
import csv
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

RASTER = {".jpg": ".jpg", ".jpeg": ".jpg", ".png": ".png", ".webp": ".webp"}
WALLPAPER = re.compile("background|wallpaper|login|lockscreen")


def rendered(tree: pathlib.Path) -> None:
    """Writes a PNG beside every SVG wallpaper; icons (small files) are passed over."""
    if shutil.which("rsvg-convert") is None:
        return
    for svg in sorted(tree.rglob("*.svg")):
        if svg.is_symlink() or svg.stat().st_size < 3000 or not WALLPAPER.search(str(svg).lower()):
            continue
        png = svg.with_name(svg.name + ".rendered.png")
        command = ["rsvg-convert", "-w", "2560", "-h", "1600", "-a", "-o", str(png), str(svg)]
        try:
            subprocess.run(command, timeout=120, capture_output=True, check=False)
        except subprocess.TimeoutExpired:
            print(f"took too long: {svg}", file=sys.stderr)


def main() -> None:
    tree, package, labels, pictures = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
    with open(labels, encoding="utf-8") as rows:
        wanted = {row["id"] for row in csv.DictReader(rows, delimiter="\t") if row["package"] == package}
    rendered(tree)
    kept = set()
    for file in sorted(tree.rglob("*")):
        suffix = RASTER.get(file.suffix.lower())
        if suffix is None or file.is_symlink() or not file.is_file():
            continue
        name = hashlib.sha1(file.read_bytes()).hexdigest()[:12]
        if name in wanted and name not in kept:
            kept.add(name)
            shutil.copyfile(file, pictures / (name + suffix))
    print(f"{package}: {len(kept)} of {len(wanted)} labelled pictures")


if __name__ == "__main__":
    main()
