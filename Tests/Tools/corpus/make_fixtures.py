#!/usr/bin/env python3
"""Makes Tests/Fixtures/pictures from unpacked Debian packages: make_fixtures.py UNPACKED OUT

UNPACKED holds one folder a package (`apt-get download P && dpkg -x P_*.deb UNPACKED/P`): lomiri-wallpapers-16.04,
lomiri-wallpapers-20.04, endless-sky-data, openclipart-png, mypaint-data-extras. Licences: Tests/Fixtures/LICENSES.md."""
import pathlib
import shutil
import sys

import cv2

LOMIRI16 = "lomiri-wallpapers-16.04/usr/share/backgrounds"
LOMIRI20 = "lomiri-wallpapers-20.04/usr/share/backgrounds"
LAND = "endless-sky-data/usr/share/games/endless-sky/images/land"
CLIPART = "openclipart-png/usr/share/openclipart/png"
PAPER = "mypaint-data-extras/usr/share/mypaint/backgrounds"

# Made smaller by area means and written as JPEG: longer side and quality.
SMALLER = {
    "photo-seeding.jpg": (f"{LOMIRI16}/seeding_by_Clements_Engelhardt.jpg", 1024, 85),
    "photo-mountains.jpg": (f"{LOMIRI16}/picosdeeuropa_by_Aitzol_Berasategi.jpg", 1024, 80),
    "photo-sunset.jpg": (f"{LOMIRI16}/sunset_by_Aitzol_Berasategi.jpg", 1024, 85),
    "photo-dogs.jpg": (f"{LOMIRI16}/friends_by_Aitzol_Berasategi.jpg", 1024, 85),
    "photo-brushes.jpg": (f"{LOMIRI16}/Picture_1A_by_freespace.jpg", 1024, 85),
    "photo-lounge.jpg": (f"{LOMIRI16}/Wine_by_Jakkub_Mede.jpg", 1024, 85),
    "abstract-fossa.jpg": (f"{LOMIRI20}/Fossa_by_Jasper_Roks.jpg", 1024, 85),
    "abstract-bands.jpg": (f"{LOMIRI20}/Painting-Colors_by__herobrine7gamer.jpg", 1024, 85),
    "abstract-grain.jpg": (f"{LOMIRI16}/analogpattern_by_Peter_Nerlich.jpg", 640, 80),
}
# Made smaller and kept without loss: their pixels are the same for every decoder.
EXACT = {
    "photo-lava.png": (f"{LAND}/lava3.jpg", 300),
    "photo-ridge.png": (f"{LAND}/mountain2.jpg", 301),
    "photo-tunnel.png": (f"{LAND}/space2.jpg", 320),
    "abstract-fossa.png": (f"{LOMIRI20}/Fossa_by_Jasper_Roks.jpg", 323),
    "texture-paper.png": (f"{PAPER}/ramon/HR_PastelPaper 01.png", 256),
}
AS_THEY_ARE = {
    "photo-canyon.jpg": f"{LAND}/canyon5.jpg",
    "photo-city.jpg": f"{LAND}/city3.jpg",
    "photo-coast.jpg": f"{LAND}/beach1.jpg",
    "photo-sea.jpg": f"{LAND}/sea5.jpg",
    "photo-dune.jpg": f"{LAND}/dune2.jpg",
    "illustration-breakfast.png": f"{CLIPART}/food/menu_example5.png",
    "illustration-horse.png": f"{CLIPART}/animals/mammals/horses/cavallo_architetto_franc_07.png",
    "illustration-cello.png": f"{CLIPART}/recreation/music/cello_ganson.png",
    "illustration-duck.png": f"{CLIPART}/recreation/toys/rubber_duck1_ganson.png",
    "illustration-flag.png": f"{CLIPART}/signs_and_symbols/flags/asia/china.png",
}


def smaller(file, side):
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    height, width = picture.shape[:2]
    if max(height, width) <= side:
        return picture
    size = (round(width * side / max(height, width)), round(height * side / max(height, width)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def main():
    source, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for name, (file, side, quality) in SMALLER.items():
        cv2.imwrite(str(out / name), smaller(source / file, side), [cv2.IMWRITE_JPEG_QUALITY, quality])
    for name, (file, side) in EXACT.items():
        cv2.imwrite(str(out / name), smaller(source / file, side), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    for name, file in AS_THEY_ARE.items():
        shutil.copyfile(source / file, out / name)


if __name__ == "__main__":
    main()
