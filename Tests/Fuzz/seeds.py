#!/usr/bin/env python3
"""seeds.py ZOO FOLDER POLICIES: what each fuzzer starts from, small files of the zoo first."""
import glob
import os
import shutil
import struct
import sys

zoo, folder, policies = sys.argv[1:]
rows = [line.rstrip("\n").split("\t") for line in open(f"{zoo}/expect.tsv")][1:]
for name in ("imaging", "codecs", "color", "documents"):
    os.makedirs(f"{folder}/{name}", exist_ok=True)


def profiles(data):
    at = data.find(b"acsp")
    while at >= 36:
        length = struct.unpack(">I", data[at - 36:at - 32])[0]
        if 132 <= length < 200_000:
            yield data[at - 36:at - 36 + length]
        at = data.find(b"acsp", at + 4)


for file, _, kind, width, height, *_ in rows:
    path = f"{zoo}/{file}"
    data = open(path, "rb").read()
    for number, profile in enumerate(profiles(data)):
        space = {b"GRAY": 0, b"RGB ": 1, b"CMYK": 2}.get(profile[16:20], 1)
        open(f"{folder}/color/{file}.{number}", "wb").write(bytes([space]) + profile)
    if len(data) > 150_000:
        continue
    shutil.copy(path, f"{folder}/imaging/{file}")
    if kind in ("jpeg", "png", "webp") and width:
        code = ("jpeg", "png", "webp").index(kind)
        head = struct.pack("<BHHB", code, (int(width) - 1) % 1024, (int(height) - 1) % 1024, 7)
        open(f"{folder}/codecs/{file}", "wb").write(head + data)
for number, path in enumerate(sorted(glob.glob(f"{policies}/**/*.json*", recursive=True))):
    shutil.copy(path, f"{folder}/documents/{number}-{os.path.basename(path)}")
