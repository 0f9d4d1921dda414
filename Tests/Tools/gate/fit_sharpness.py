#!/usr/bin/env python3
"""Fits the sharpness model: fit_sharpness.py EVALUATION MEASURED SWIFT

MEASURED is the table of gate-measure --features on the pictures of make_evaluation.py. Three experts, each a sum of small
trees (gradient boosting) that tells one kind of blur from everything that is good enough: out of focus, motion, blur under
a caption. An expert may speak only where the plain measures allow it (GUARDS): a picture with steep edges everywhere is not
out of focus whatever the trees say. Its threshold is where none of the good pictures, in predictions with whole packages
held back, would be lost but the shallowest few. SWIFT is Sources/Gate/Sharpness/SharpnessTrees.swift.
Needs numpy and scikit-learn."""
import datetime
import hashlib
import multiprocessing
import pathlib
import sys

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.model_selection import GroupKFold

import variants

CALIBRATED = 0.18
OUT_OF_FOCUS = [kind for kind in variants.BLURRED if not kind.startswith("motion")]
EXPERTS = {
    "soft": OUT_OF_FOCUS,
    "focus": OUT_OF_FOCUS,
    "motion": ["motion12", "motion25"],
    "caption": variants.CAPTIONED,
}
# Those with trees of their own; `soft` reads the ones of `focus`.
TREES_OF = ["focus", "motion", "caption"]
TREES, DEPTH, RATE, LEAF, FOLDS = 100, 3, 0.08, 30, 8
# Each tree sees a third of the pictures and a fifth of the measures: there are few packages, and no tree may know one.
PICTURES_SEEN, MEASURES_SEEN = 0.3, 0.2
# What a good picture weighs against a blurred one; more where only a part is sharp.
FINE, SHALLOW = 4.0, 6.0
# A shallow depth of field whose sharp part shows nothing cannot be told from a blurred picture that was never seen: so many
# of 81 may be lost to each expert with packages held back. Every other good picture keeps a margin, in log odds.
LOST, MARGIN = {"soft": 3, "focus": 1, "motion": 1, "caption": 1}, 0.02


def columns(rows):
    return [name for name in rows[0] if name and name.startswith("sharp.")]


def guards(rows):
    """Where each expert may speak."""
    value = {name: np.array([float(row["sharp." + name]) for row in rows]) for name in (
        "edgePixels", "edgeSlope", "steepest", "middleLeast", "weakHigh", "slopeBeyondText", "fineShare",
    )}  # fmt: skip
    edges = np.exp(value["edgePixels"]) - 1e-4 >= 0.0299
    both = (np.exp(value["fineShare"]) - 1e-4 < 0.002) & (value["edgeSlope"] < 0.38)
    return {
        # Blur beyond all that was fitted: no good picture comes near.
        "plain": edges & (np.exp(value["fineShare"]) - 1e-4 < 0.01) & (value["edgeSlope"] < 0.22) & (value["steepest"] < 0.25),
        # Where the share of fine detail and the slope of edges are both small, less evidence is needed than elsewhere.
        "soft": edges & both,
        "focus": edges & ~both & (value["edgeSlope"] < 0.40) & (value["steepest"] < 0.47),
        # A moved picture keeps some slope across the motion; stripes and bands have none there at all.
        "motion": edges
        & (value["middleLeast"] >= -6.5)
        & (value["middleLeast"] < -2.9)
        & (value["weakHigh"] >= 0.12)
        & (value["weakHigh"] < 0.30),
        "caption": edges & (value["slopeBeyondText"] < 0.40) & (value["fineShare"] < -5),
    }


def is_fine(rows):
    """Good enough: the fine kinds, and every picture as it is or cut to another."""
    return np.array([row["kind"] in variants.FINE or row["set"] not in ("blur", "train") for row in rows])


def fitted(values, kinds, fine, expert):
    """A model of one expert."""
    blurred = np.isin(kinds, EXPERTS[expert])
    chosen = blurred | fine
    weights = np.where(kinds == "dof", SHALLOW, 1.0) * np.where(blurred, 1.0, FINE)
    model = GradientBoostingClassifier(
        n_estimators=TREES, max_depth=DEPTH, learning_rate=RATE, min_samples_leaf=LEAF, random_state=0,
        subsample=PICTURES_SEEN, max_features=MEASURES_SEEN,
    )  # fmt: skip
    return model.fit(values[chosen], blurred[chosen], sample_weight=weights[chosen])


def threshold(expert, held, seen, rows, allowed):
    """No good picture is beyond it in the final model (`seen`); with its package held back (`held`) none of the
    evaluation's either, but LOST shallow ones."""
    kinds = np.array([row["kind"] for row in rows])
    judged = np.array([row["set"] == "blur" for row in rows])
    fine, shallow = is_fine(rows), kinds == "dof"
    held, seen = np.where(allowed, held, -np.inf), np.where(allowed, seen, -np.inf)
    limits = [held[fine & ~shallow & judged].max(), np.sort(held[shallow & judged])[-1 - LOST[expert]], seen[fine].max()]
    return float(max(limits)) + MARGIN


def joined(margins, allowed):
    """The score: the strongest expert decides; at its threshold it is 0.18."""
    most = np.max([np.where(allowed[e], margins[e], np.minimum(margins[e], -0.25)) for e in EXPERTS], axis=0)
    most = np.where(allowed["plain"], np.maximum(most, PLAIN), most)
    return 1 / (1 + np.exp(np.log((1 - CALIBRATED) / CALIBRATED) + SLOPE * most))


# The margin of a picture that is plainly blurred, at least.
PLAIN = 0.5
# How fast the score moves with the strongest margin: half a unit of log odds.
SLOPE = 0.5


def scores_held_back(job):
    """Of one expert, each picture's by a model that saw no picture of its package."""
    values, kinds, fine, packages, expert = job
    scores = np.zeros(len(kinds))
    for seen, held in GroupKFold(FOLDS).split(values, kinds, packages):
        model = fitted(values[seen], kinds[seen], fine[seen], expert)
        scores[held] = model.decision_function(values[held])
    return scores


def evidence(rows):
    """Scores of every expert with whole packages held back. Minutes of work, kept in .cache for the same rows and fit."""
    values = np.array([[float(row[name]) for name in columns(rows)] for row in rows])
    kinds = np.array([row["kind"] for row in rows])
    packages = [row["package"] for row in rows]
    about = repr((TREES, DEPTH, RATE, LEAF, FOLDS, PICTURES_SEEN, MEASURES_SEEN, FINE, SHALLOW, EXPERTS, packages)).encode() + kinds.tobytes() + values.tobytes()
    kept = pathlib.Path(".cache") / f"heldback-{hashlib.sha256(about).hexdigest()[:16]}.npz"
    if kept.exists():
        return dict(np.load(kept))
    with multiprocessing.Pool(2) as pool:
        jobs = [(values, kinds, is_fine(rows), packages, expert) for expert in TREES_OF]
        scores = dict(zip(TREES_OF, pool.map(scores_held_back, jobs, chunksize=1)))
    scores["soft"] = scores["focus"]
    kept.parent.mkdir(exist_ok=True)
    np.savez(kept, **scores)
    return scores


def held_back(rows):
    """Scores of each picture from models that saw no picture of its package, by the thresholds of all."""
    allowed, scores, limits = guards(rows), evidence(rows), thresholds(rows)
    return joined({e: scores[e] - limits[e] for e in EXPERTS}, allowed)


def thresholds(rows):
    values = np.array([[float(row[name]) for name in columns(rows)] for row in rows])
    kinds = np.array([row["kind"] for row in rows])
    allowed, scores = guards(rows), evidence(rows)
    return {
        e: threshold(e, scores[e], fitted(values, kinds, is_fine(rows), e).decision_function(values), rows, allowed[e])
        for e in EXPERTS
    }


def text_of(model):
    """The trees as TreeSum.swift reads them, leaves with the rate in them."""
    lines = []
    for estimator in model.estimators_[:, 0]:
        tree = estimator.tree_
        words = []

        def walk(node):
            if tree.children_left[node] < 0:
                words.append(f"{RATE * tree.value[node, 0, 0]:.5g}")
                return
            words.append(f"{tree.feature[node]}:{tree.threshold[node]:.6g}")
            walk(tree.children_left[node])
            walk(tree.children_right[node])

        walk(0)
        lines.append(" ".join(words))
    return lines


def write(file, rows):
    values = np.array([[float(row[name]) for name in columns(rows)] for row in rows])
    kinds = np.array([row["kind"] for row in rows])
    packages = [row["package"] for row in rows]
    limits = thresholds(rows)
    out = [
        "/// Fitted constants of `SharpnessScore`, written by Tests/Tools/gate/fit_sharpness.py.",
        "///",
        f"/// {datetime.date.today()}, {len(rows)} pictures made of {len({row['id'] for row in rows})} photographs, illustrations, abstracts and textures out",
        f"/// of {len(set(packages))} Debian packages (Tests/Tools/gate/labels.tsv): {TREES} trees of depth {DEPTH} an expert, rate {RATE}.",
        "/// Thresholds: no good picture is beyond one, and with its whole package held back none of the evaluation's is but some",
        "/// with a shallow depth of field.",
        "enum SharpnessTrees {",
        "    /// How far the evidence of this kind of blur is beyond its threshold, in log odds.",
        "    static func margin(of blur: SharpnessScore.Blur, _ features: [Double]) -> Double {",
        "        switch blur {",
    ]
    for expert in EXPERTS:
        trees = "focus" if expert == "soft" else expert
        out.append(f"        case .{expert}: {trees}.value(of: features) - {limits[expert]:.6g}")
    out += ["        }", "    }"]
    for expert in TREES_OF:
        model = fitted(values, kinds, is_fine(rows), expert)
        base = float(model.decision_function(values[:1])[0])
        base -= RATE * sum(tree.predict(values[:1].astype(np.float32))[0] for tree in model.estimators_[:, 0])
        out += ["", f"    private static let {expert} = TreeSum(", f"        base: {base:.6g},", '        """']
        out += ["        " + line for line in text_of(model)]
        out += ['        """,', "        features: SharpnessFeatures.names.count", "    )"]
    pathlib.Path(file).write_text("\n".join(out + ["}", ""]), encoding="utf-8")


def main():
    import evaluate

    write(sys.argv[3], evaluate.for_fit(list(evaluate.joined(pathlib.Path(sys.argv[1]), sys.argv[2]))))


if __name__ == "__main__":
    main()
