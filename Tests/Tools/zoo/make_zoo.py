#!/usr/bin/env python3
"""make_zoo.py FOLDER: writes the zoo of good, broken and hostile pictures, expect.tsv and golden/*.rgb.

Needs Pillow, NumPy and pillow-heif (requirements.txt), a C compiler and libjpeg's header. Takes about 30 s and 100 MB.
golden/NAME.rgb holds the pixels that Pillow makes of a file, upright, on white: width * height * 3 bytes."""
import sys

import container_files
import heif_files
import jpeg_files
import metadata_files
import png_files
import webp_files
from zoo import Zoo

if len(sys.argv) != 2:
    sys.exit(__doc__)
zoo = Zoo(sys.argv[1])
for part in (
    jpeg_files.add_kinds, jpeg_files.add_damage, jpeg_files.add_bombs,
    metadata_files.add_orientations, metadata_files.add_metadata, metadata_files.add_trailers,
    png_files.add_kinds, png_files.add_damage, png_files.add_bombs, webp_files.add_kinds, webp_files.add_damage,
    heif_files.add_kinds, heif_files.add_damage, heif_files.add_bombs, container_files.add,
):
    part(zoo)
zoo.write_table()
print(len(zoo.rows), "files in", sys.argv[1])
