#!/usr/bin/env python3
"""The gate's figures on the evaluation pictures: evaluate.py EVALUATION MEASURED [--sheet FILE.jpg]

evaluate.py --list EVALUATION prints the pictures for gate-measure, a path a line.

EVALUATION is the folder of make_evaluation.py, MEASURED the table of gate-measure on its pictures. The sharpness model is
also fitted anew with whole packages held back (fit_sharpness.py), and what it then says of pictures of packages it never
saw is printed beside the built-in score. --sheet draws the pictures that cause misses. Needs numpy."""
import argparse
import collections
import csv
import pathlib

import numpy as np

import fit_sharpness
import variants

# What each kind of blur is caught at least, of 81, and how many of each fine kind may be lost.
CAUGHT = {"gauss4": 78, "gauss8": 78, "disk12": 78, "down12": 78, "disk6": 72, "motion25": 60, "gauss4+noise": 72, "gauss4+text": 68}
LOST = collections.Counter({"dof": 1})
# How far a heavier blur may score above a milder one of the same picture.
TOLERANCE = 0.02


def auc(blurred, fine):
    """Of two sets of scores: the chance that a blurred picture's is the lower; ties count half."""
    order = np.sort(fine)
    above = len(order) - np.searchsorted(order, blurred, "right")
    ties = np.searchsorted(order, blurred, "right") - np.searchsorted(order, blurred, "left")
    return float((above + ties / 2).sum() / (len(blurred) * len(fine)))


def joined(folder, table):
    with open(table, encoding="utf-8") as rows:
        measured = {row["file"]: row for row in csv.DictReader(rows, delimiter="\t")}
    with open(folder / "truth.tsv", encoding="utf-8") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            found = measured.get(str(folder / row["file"]))
            if found is not None:
                yield {**found, **row}


def for_fit(rows):
    """What sharpness is fitted on, the evaluation's own pictures first. Blank pictures teach nothing about blur."""
    order = ["blur", "train", "real", "augmented", "heavy", "abstract", "noisy"]
    chosen = [row for row in rows if row["set"] in order and row["verdict"] in ("send", "reject")]
    extra = variants.NOISY + variants.NOISY_FINE
    return sorted(chosen, key=lambda row: (row["kind"] in extra, order.index(row["set"])))


def mark(good):
    return "met" if good else "MISSED"


def sharpness(rows):
    fitting = for_fit(rows)
    blur = [row for row in fitting if row["set"] == "blur"]
    built = np.array([float(row["sharpness"]) for row in blur])
    every = fit_sharpness.held_back(fitting) if "sharp.steepest" in blur[0] else [float(row["sharpness"]) for row in fitting]
    held = np.array(every[: len(blur)])
    kinds = np.array([row["kind"] for row in blur])
    pictures = len({row["id"] for row in blur})
    blurred, fine = np.isin(kinds, variants.BLURRED), np.isin(kinds, variants.FINE)
    print(f"\nsharpness, {pictures} pictures x {len(variants.BLURRED + variants.FINE)} kinds")
    for name, scores in (("built in", built), ("packages held back", held)):
        value = auc(scores[blurred], scores[fine])
        print(f"  AUC {name:20} {value:.4f}   at least 0.975: {mark(value >= 0.975)}")
    print(f"  {'kind':14} {'built in':>10} {'held back':>10}")
    for kind in variants.BLURRED + variants.CAPTIONED + variants.FINE:
        counts = [int((scores[kinds == kind] < fit_sharpness.CALIBRATED).sum()) for scores in (built, held)]
        of = int((kinds == kind).sum())
        note = ""
        if kind in variants.FINE:
            note = f"lost, at most {LOST[kind]}: {mark(max(counts) <= LOST[kind])}"
        elif kind in CAUGHT:
            note = f"caught, at least {CAUGHT[kind]} of 81: {mark(counts[1] >= CAUGHT[kind] * of / 81)}"
        print(f"  {kind:14} {counts[0]:>6}/{of} {counts[1]:>6}/{of}  {note}")
    noisy([(row, score) for row, score in zip(fitting, every) if row["set"] == "noisy"])
    heavy(blur, [(row, score) for row, score in zip(fitting, every) if row["set"] == "heavy"])
    return [row for row, score in zip(blur, built) if row["kind"] in variants.FINE and score < fit_sharpness.CALIBRATED]


def noisy(judged):
    """More blur under noise, and what is sharp there."""
    print(f"  {'under noise':14} {'built in':>10} {'held back':>10}")
    for kind in variants.NOISY + variants.NOISY_FINE:
        found = [(float(row["sharpness"]), held) for row, held in judged if row["kind"] == kind]
        caught = [sum(scores[i] < fit_sharpness.CALIBRATED for scores in found) for i in (0, 1)]
        print(f"  {kind:14} {caught[0]:>6}/{len(found)} {caught[1]:>6}/{len(found)}")


def heavy(blur, judged):
    """Blur beyond recognition: what is caught, and of how many pictures it scores above the same at gauss8."""
    milder = {row["id"]: float(row["sharpness"]) for row in blur if row["kind"] == "gauss8"}
    print(f"  {'heavy':14} {'built in':>10} {'held back':>10}   above gauss8 by more than {TOLERANCE}")
    for kind in variants.HEAVY:
        found = [(row, float(row["sharpness"]), held) for row, held in judged if row["kind"] == kind]
        caught = [sum(scores[i] < fit_sharpness.CALIBRATED for scores in found) for i in (1, 2)]
        above = sum(score > milder[row["id"]] + TOLERANCE for row, score, _ in found)
        print(f"  {kind:14} {caught[0]:>6}/{len(found)} {caught[1]:>6}/{len(found)}  {above:>6}")


def verdicts(rows):
    """Rejections for any reason by set and label."""
    counts = collections.Counter()
    rejected = collections.defaultdict(list)
    for row in rows:
        if row["set"] in ("real", "augmented", "empty", "abstract"):
            key = (row["set"], row["label"] if row["set"] in ("real", "augmented") else "all")
            counts[key] += 1
            if row["verdict"] == "reject":
                rejected[key].append(row)
            elif row["verdict"] != "send":
                counts[key] -= 1
                rejected[(row["set"], "not decoded")].append(row)
    print("\nrejected for any reason")
    for key in sorted(counts):
        good = len(rejected[key]) == (counts[key] if key[0] == "empty" else 0)
        if key == ("real", "abstract"):
            good = len(rejected[key]) <= 2
        reasons = collections.Counter(f"{row['kind']}:{row['reasons']}" for row in rejected[key])
        detail = "" if key[0] == "empty" else ", ".join(f"{name} {count}" for name, count in reasons.items())
        print(f"  {key[0]:10} {key[1]:13} {len(rejected[key]):4}/{counts[key]:<5} {mark(good):7} {detail}")
    for (kind, label), found in rejected.items():
        if label == "not decoded":
            print(f"  {kind:10} not decoded   {len(found):4}  {dict(collections.Counter(row['verdict'] for row in found))}")
    return [row for key, found in rejected.items() if key[0] != "empty" and key[1] != "not decoded" for row in found]


def sheet(folder, rows, out):
    import cv2

    cells = []
    for row in rows[:60]:
        picture = cv2.imread(str(folder / row["file"]))
        if picture is None:
            continue
        cell = np.full((220, 240, 3), 255, np.uint8)
        small = variants.fitted(picture, 200)
        cell[: small.shape[0], : small.shape[1]] = small[:200]
        text = f"{row['id'][:6]} {row['kind']} {row['reasons']}"
        cv2.putText(cell, text, (2, 214), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (0, 0, 0), 1, cv2.LINE_AA)
        cells.append(cell)
    if cells:
        cells += [np.full_like(cells[0], 255)] * (-len(cells) % 6)
        cv2.imwrite(str(out), np.vstack([np.hstack(cells[i : i + 6]) for i in range(0, len(cells), 6)]))
        print(f"\npictures that cause misses: {out}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("evaluation", type=pathlib.Path)
    parser.add_argument("measured", nargs="?")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--sheet")
    options = parser.parse_args()
    if options.list:
        with open(options.evaluation / "truth.tsv", encoding="utf-8") as table:
            for row in csv.DictReader(table, delimiter="\t"):
                print(options.evaluation / row["file"])
        return
    rows = list(joined(options.evaluation, options.measured))
    print(f"{len(rows)} pictures, {len({row['id'] for row in rows if row['set'] == 'real'})} of them as they are")
    misses = sharpness(rows) + verdicts(rows)
    if options.sheet:
        sheet(options.evaluation, misses, options.sheet)


if __name__ == "__main__":
    main()
