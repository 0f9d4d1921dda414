#!/usr/bin/env python3
"""Writes the gate's evaluation pictures: make_evaluation.py PICTURES OUT

PICTURES is DEST/pictures of ../corpus/fetch_corpus.sh. OUT gets the pictures and `truth.tsv`: file, set, kind, id, label,
package. Sets: `blur` (the 81 pictures marked in labels.tsv, every kind of variants.py), `heavy` (the same blurred beyond
recognition), `noisy` (the same under noise, blurred and sharp), `train` (the other photographs and illustrations, the kinds
of `blur` and `noisy` and some of `heavy` at a longer side of 800), `real` (every labelled picture as it is), `augmented`,
`empty`, `abstract`. What is there already is not made again.
Needs numpy and opencv-python-headless."""
import csv
import pathlib
import sys

import cv2

import reference
import variants

KINDS = variants.BLURRED + variants.FINE + variants.CAPTIONED
BLUR_SIDE, TRAIN_SIDE, AUGMENTED_SIDE, EMPTY, ABSTRACT = 1600, 800, 640, 200, 240


def main():
    pictures, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    files = {file.stem: file for file in pictures.iterdir()}
    rows = []

    def put(name, make, fields, jpeg=True):
        file = out / name
        if not file.exists():
            cv2.imwrite(str(file), make(), [cv2.IMWRITE_JPEG_QUALITY, 92] if jpeg else [cv2.IMWRITE_PNG_COMPRESSION, 1])
        rows.append((name, *fields))

    for index in range(EMPTY):
        kind = variants.EMPTY[index % len(variants.EMPTY)]
        put(f"empty{index:03d}.png", lambda: variants.empty(index)[1], ("empty", kind, "", "", ""), jpeg=False)
    for index in range(ABSTRACT):
        kind = variants.ABSTRACT[index % len(variants.ABSTRACT)]
        put(f"abstract{index:03d}.png", lambda: variants.abstract(index)[1], ("abstract", kind, "", "", ""), jpeg=False)

    with open(pathlib.Path(__file__).with_name("labels.tsv"), encoding="utf-8") as table:
        labels = [row for row in csv.DictReader(table, delimiter="\t") if row["id"] in files]
    for row in sorted(labels, key=lambda row: row["blur"] == "no"):
        if row["label"] == "ui":
            continue
        name, about = row["id"], (row["id"], row["label"], row["package"])
        rows.append((str(files[name].resolve()), "real", "orig", *about))
        if row["label"] not in ("photo", "illustration"):
            continue
        blur = row["blur"] == "yes"
        names = [f"{name}_{kind}.jpg" for kind in KINDS]
        picture = None
        if not all((out / file).exists() for file in names) or not (out / f"{name}_a_lowcontrast.png").exists():
            picture = reference.load(files[name])
        base = None if picture is None else variants.fitted(picture, BLUR_SIDE if blur else TRAIN_SIDE)
        for kind, file in zip(KINDS, names):
            put(
                file,
                lambda: variants.variant(base, kind, variants.source(name, kind)),
                ("blur" if blur else "train", kind, *about),
            )
        for kind in variants.NOISY + variants.NOISY_FINE:
            if base is None and not (out / f"{name}_{kind}.jpg").exists():
                base = variants.fitted(reference.load(files[name]), BLUR_SIDE if blur else TRAIN_SIDE)
            put(
                f"{name}_{kind}.jpg",
                lambda: variants.variant(base, kind, variants.source(name, kind)),
                ("noisy" if blur else "train", kind, *about),
            )
        small = None
        for kind in variants.HEAVY if blur else variants.HEAVIEST:
            file = f"{name}_{kind}" + (".png" if kind.endswith("+png") else ".jpg")
            if small is None and not (out / file).exists():
                small = variants.fitted(reference.load(files[name]), variants.HEAVY_SIDE)
            put(
                file,
                lambda: variants.variant(small, kind, variants.source(name, kind)),
                ("heavy" if blur else "train", kind, *about),
                jpeg=not kind.endswith("+png"),
            )
        crops = ["crop0", "crop1", "crop2", "crop3", "crop4", "crop5", "phone", "jpeg40", "lowcontrast"]
        made = {} if base is None else dict(variants.augmented(variants.fitted(base, AUGMENTED_SIDE), name))
        for kind in crops:
            put(f"{name}_a_{kind}.png", lambda: made[kind], ("augmented", kind, *about), jpeg=False)

    with open(out / "truth.tsv", "w", encoding="utf-8") as truth:
        print("file", "set", "kind", "id", "label", "package", sep="\t", file=truth)
        for row in rows:
            print(*row, sep="\t", file=truth)
    print(f"{len(rows)} pictures in {out / 'truth.tsv'}")


if __name__ == "__main__":
    main()
