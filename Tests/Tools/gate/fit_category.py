#!/usr/bin/env python3
"""Fits the coarse-category model: fit_category.py PICTURES [SWIFT]

PICTURES is DEST/pictures of ../corpus/fetch_corpus.sh. Prints the accuracy with whole packages held back; with SWIFT
(Sources/Gate/Coarse/CoarseWeights.swift) writes the weights there. Screenshots of user interfaces count as
illustrations, textures are left out. Needs numpy, opencv-python-headless and scikit-learn."""
import csv
import datetime
import pathlib
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import reference

CLASSES = ["photo", "illustration", "abstract"]
LABELS = {"photo": 0, "illustration": 1, "ui": 1, "abstract": 2}
STRENGTH, LEAST, FOLDS = 0.05, 0.6, 8


def model():
    return make_pipeline(
        StandardScaler(), LogisticRegression(C=STRENGTH, class_weight="balanced", max_iter=5000)
    )


def read(pictures):
    rows, labels, packages = [], [], []
    with open(pathlib.Path(__file__).with_name("labels.tsv"), encoding="utf-8") as table:
        for line in csv.DictReader(table, delimiter="\t"):
            files = sorted(pictures.glob(line["id"] + ".*"))
            if line["label"] not in LABELS or not files:
                continue
            picture = reference.load(files[0])
            if picture is None:
                print(f"not readable: {files[0]}", file=sys.stderr)
                continue
            rows.append(reference.features(reference.fitted(picture, reference.SIDE)))
            labels.append(LABELS[line["label"]])
            packages.append(line["package"])
    return rows, np.array(labels), np.array(packages)


def held_back(values, labels, packages):
    """Probabilities of each picture from a model that saw no picture of its package."""
    result = np.zeros((len(labels), 3))
    for seen, unseen in GroupKFold(FOLDS).split(values, labels, packages):
        result[unseen] = model().fit(values[seen], labels[seen]).predict_proba(values[unseen])
    return result


def report(probabilities, labels):
    guess = probabilities.argmax(1)
    sure = probabilities.max(1) >= LEAST
    right = guess == labels
    balanced = np.mean([right[labels == k].mean() for k in range(3)])
    sureness = probabilities.max(1)
    bins = np.minimum((sureness * 10).astype(int), 9)
    # Expected calibration error: how far confidence and accuracy are apart, by tenths of confidence.
    gap = sum(abs(right[bins == b].mean() - sureness[bins == b].mean()) * (bins == b).mean() for b in set(bins))
    confusion = [[int(((labels == a) & (guess == b)).sum()) for b in range(3)] for a in range(3)]
    lines = [
        f"accuracy {right.mean():.3f}, balanced {balanced:.3f}, calibration error {gap:.3f}",
        f"confidence of at least {LEAST}: {sure.mean():.3f} of the pictures, {right[sure].mean():.3f} of them right",
        f"rows true, columns guessed ({', '.join(CLASSES)}): {confusion}",
    ]
    return lines


def swift(names, fitted, lines, count, packages):
    scaler, logistic = fitted[0], fitted[1]
    weights = logistic.coef_ / scaler.scale_
    offsets = logistic.intercept_ - (logistic.coef_ * scaler.mean_ / scaler.scale_).sum(1)
    today = datetime.date.today().isoformat()
    out = [
        "/// Fitted constants of `CoarseModel`, written by Tests/Tools/gate/fit_category.py.",
        "///",
        f"/// {today}, {count} labelled pictures out of {packages} Debian packages (Tests/Tools/gate/labels.tsv), class weights",
        f"/// balanced, C = {STRENGTH}. With whole packages held back ({FOLDS} folds):",
        *[f"/// {line}." for line in lines],
        "enum CoarseWeights {",
        "    /// Of one feature: how it speaks for each category, per unit of the feature.",
        "    struct Weight: Sendable {",
        "        let feature: String",
        "        let photo: Double",
        "        let illustration: Double",
        "        let abstract: Double",
        "        /// The feature's mean over the pictures of the fit.",
        "        let middle: Double",
        "",
        "        init(",
        "            _ feature: String,",
        "            _ photo: Double,",
        "            _ illustration: Double,",
        "            _ abstract: Double,",
        "            middle: Double = 0",
        "        ) {",
        "            self.feature = feature",
        "            self.photo = photo",
        "            self.illustration = illustration",
        "            self.abstract = abstract",
        "            self.middle = middle",
        "        }",
        "    }",
        "",
        '    static let offset = Weight("", ' + ", ".join(f"{value:.6g}" for value in offsets) + ")",
        "",
        "    /// In the order of `CoarseFeatures.names`.",
        "    static let weights: [Weight] = [",
    ]
    for index, name in enumerate(names):
        parts = [f"{weights[k, index]:.6g}" for k in range(3)] + [f"middle: {scaler.mean_[index]:.4g}"]
        out.append(f'        Weight("{name}", ' + ", ".join(parts) + "),")
    return "\n".join(out + ["    ]", "}", ""])


def main():
    rows, labels, packages = read(pathlib.Path(sys.argv[1]))
    names = list(rows[0])
    values = np.array([[row[name] for name in names] for row in rows])
    counts = dict(zip(CLASSES, np.bincount(labels).tolist()))
    print(f"{len(labels)} pictures of {len(set(packages))} packages: {counts}")
    lines = report(held_back(values, labels, packages), labels)
    print("\n".join(lines))
    if len(sys.argv) > 2:
        text = swift(names, model().fit(values, labels), lines, len(labels), len(set(packages)))
        pathlib.Path(sys.argv[2]).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
