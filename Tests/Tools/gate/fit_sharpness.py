#!/usr/bin/env python3
"""Fits the sharpness model: fit_sharpness.py EVALUATION MEASURED SWIFT

MEASURED is the table of gate-measure --features on the pictures of make_evaluation.py. Six experts, each a sum of small
trees (gradient boosting) that tells one kind of blur from everything that is good enough: out of focus, the same under
noise, motion, blur under a caption, and, told from drawn art too, motion that leaves streaks and blur beyond recognition.
An expert may speak only where the plain measures allow it (GUARDS): a picture with steep edges everywhere is not out of
focus whatever the trees say. Its threshold is where none of the good pictures, in predictions with whole packages held
back, would be lost but the shallowest few. SWIFT is Sources/Gate/Sharpness/SharpnessTrees.swift; what tells blur under
noise and the strongest blur goes beside it, to SharpnessTrees+grain.swift and SharpnessTrees+strong.swift. Needs numpy and scikit-learn."""
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
    "grain": ["gauss4+noise", *variants.NOISY],
    "motion": ["motion12", "motion25"],
    "caption": variants.CAPTIONED,
    "sweep": ["motion50", "motion100"],
    # So strong that fine bands hold nothing but rounding, and the kinds above that come close.
    "deep": ["gauss8", "disk12", "down12", *(kind for kind in variants.HEAVY if not kind.startswith("motion"))],
}
# Those with trees of their own; `soft` reads the ones of `focus`.
TREES_OF = ["focus", "grain", "motion", "caption", "sweep", "deep"]
# Those that are fitted on the set `abstract` too.
WITH_DRAWN = ["sweep", "deep"]
DEPTH, FOLDS = 3, 8
# Trees, pictures in a leaf, and what each tree sees: a third of the pictures and a fifth of the measures, for there are few
# packages and no tree may know one. The deep expert is fitted only where it may speak, and few good pictures are there.
# That of noise wavers with the draw: 55 to 60 of 81 with 100 trees, 60 to 67 with these.
USUAL = (100, 30, 0.3, 0.2)
SHAPES = {"focus": USUAL, "grain": (300, 30, 0.3, 0.2), "motion": USUAL, "caption": USUAL, "sweep": USUAL, "deep": (150, 3, 0.6, 0.4)}
# How much of a tree counts.
RATES = {"focus": 0.08, "grain": 0.035, "motion": 0.08, "caption": 0.08, "sweep": 0.08, "deep": 0.08}
DEEP_MEASURES = [
    "edgeSlope", "faintSlope", "steepest", "edgePixels", "noise", "wideCurve", "halfwayCurve", "wideFall", "halfwayFall",
    "leftOfHalf", "leftOfQuarter", "leftOfEighth", "tileOfQuarter", "tileOfEighth", "wideSlope", "step",
    "structuredQuarters", "structuredEighths",
]  # fmt: skip
# What a good picture weighs against a blurred one; more where only a part is sharp, and to the deep expert. The one of
# noise sees as many shallow pictures as others, so that they need no more of it.
FINE, SHALLOW, SHALLOW_GRAIN, RARE = 4.0, 6.0, 1.5, 8.0
# A shallow depth of field whose sharp part shows nothing cannot be told from a blurred picture that was never seen: so many
# of 81 may be lost to each expert with packages held back, under noise of each kind. Every other good picture keeps a
# margin, in log odds.
LOST, MARGIN = {"soft": 3, "focus": 1, "grain": 4, "motion": 1, "caption": 1, "sweep": 1, "deep": 1}, 0.02
# The deep expert's threshold is no lower: so few good pictures are where it may speak that they prove little.
LEAST = {"deep": 1.0}


def measures(rows):
    return [name.removeprefix("sharp.") for name in rows[0] if name and name.startswith("sharp.")]


def known_to(expert, rows):
    """The measures an expert sees: all but the octaves, unless its blur is strong, and those under noise, which come last."""
    names = measures(rows)
    usual, octaves = names[: names.index("steepest") + 1], names[: names.index("narrow")]
    return {"deep": DEEP_MEASURES, "sweep": octaves, "grain": names}.get(expert, usual)


def values_for(expert, rows):
    return np.array([[float(row["sharp." + name]) for name in known_to(expert, rows)] for row in rows])


def guards(rows):
    """Where each expert may speak."""
    value = {name: np.array([float(row["sharp." + name]) for row in rows]) for name in (
        "edgePixels", "edgeSlope", "steepest", "middleLeast", "weakHigh", "slopeBeyondText", "fineShare",
        "leftOfQuarter", "tileOfQuarter", "wideSlope", "wideCurve",
    )}  # fmt: skip
    names = measures(rows)
    narrow = [name for name in names[names.index("narrow") :]]
    edges = np.exp(value["edgePixels"]) - 1e-4 >= 0.0299
    both = (np.exp(value["fineShare"]) - 1e-4 < 0.002) & (value["edgeSlope"] < 0.38)
    return {
        # Blur beyond all that was fitted: no good picture comes near.
        "plain": edges & (np.exp(value["fineShare"]) - 1e-4 < 0.01) & (value["edgeSlope"] < 0.22) & (value["steepest"] < 0.25),
        # Where the share of fine detail and the slope of edges are both small, less evidence is needed than elsewhere.
        "soft": edges & both,
        "focus": edges & ~both & (value["edgeSlope"] < 0.40) & (value["steepest"] < 0.47),
        # The measures under noise are 0 elsewhere.
        "grain": edges & np.array([any(float(row["sharp." + name]) for name in narrow) for row in rows]),
        # A moved picture keeps some slope across the motion; stripes and bands have none there at all.
        "motion": edges
        & (value["middleLeast"] >= -6.5)
        & (value["middleLeast"] < -2.9)
        & (value["weakHigh"] >= 0.12)
        & (value["weakHigh"] < 0.30),
        "caption": edges & (value["slopeBeyondText"] < 0.40) & (value["fineShare"] < -5),
        # Streaks: less is left along them than of a motion that can still be made out.
        "sweep": edges
        & (value["middleLeast"] >= -6.5)
        & (value["middleLeast"] < -2.0)
        & (value["weakHigh"] >= 0.10)
        & (value["weakHigh"] < 0.30),
        # Contrast (four levels a pixel at a sixteenth of the size) that fine slopes would show in, and nowhere more of them
        # at full size than on a ramp, a quarter of what a quarter of the size has. A ramp all over has no curves either.
        "deep": (value["wideSlope"] > 1.4)
        & (value["wideCurve"] > -0.5) & (value["leftOfQuarter"] < 0.28) & (value["tileOfQuarter"] < 0.40),
    }


def is_fine(rows):
    """Good enough: the fine kinds, and every picture as it is or cut to another."""
    fine, made = variants.FINE + variants.NOISY_FINE, ("blur", "train", "heavy", "noisy")
    return np.array([row["kind"] in fine or row["set"] not in made for row in rows])


def is_extra(rows):
    """Of the kinds that are made for the expert of noise alone; they come last."""
    return np.isin([row["kind"] for row in rows], variants.NOISY + variants.NOISY_FINE)


def fitted(expert, rows):
    """A model of one expert."""
    kinds, sets, fine = np.array([row["kind"] for row in rows]), np.array([row["set"] for row in rows]), is_fine(rows)
    blurred = np.isin(kinds, EXPERTS[expert])
    chosen = blurred | fine
    if expert not in WITH_DRAWN:
        chosen &= sets != "abstract"
    weights = np.where(kinds == "dof", SHALLOW, 1.0) * np.where(blurred, 1.0, FINE)
    if expert == "grain":
        chosen &= guards(rows)["grain"]
        weights = np.where(np.isin(kinds, variants.SHALLOW), SHALLOW_GRAIN, 1.0) * np.where(blurred, 1.0, FINE)
    else:
        chosen &= ~is_extra(rows)
    if expert == "deep":
        chosen &= guards(rows)["deep"]
        weights = np.where(blurred, 1.0, RARE)
    trees, leaf, pictures, share = SHAPES[expert]
    model = GradientBoostingClassifier(
        n_estimators=trees, max_depth=DEPTH, learning_rate=RATES[expert], min_samples_leaf=leaf, random_state=0,
        subsample=pictures, max_features=share,
    )  # fmt: skip
    return model.fit(values_for(expert, rows)[chosen], blurred[chosen], sample_weight=weights[chosen])


def threshold(expert, held, seen, rows, allowed):
    """No good picture is beyond it in the final model (`seen`); with its package held back (`held`) none of the
    evaluation's either, but LOST shallow ones."""
    kinds = np.array([row["kind"] for row in rows])
    judged = np.array([row["set"] in ("blur", "noisy") for row in rows])
    fine, shallow = is_fine(rows), np.isin(kinds, variants.SHALLOW)
    if expert != "grain":
        judged, fine = judged & ~is_extra(rows), fine & ~is_extra(rows)
    held, seen = np.where(allowed, held, -np.inf), np.where(allowed, seen, -np.inf)
    limits = [held[fine & ~shallow & judged].max(), seen[fine].max()]
    for kind in variants.SHALLOW if expert == "grain" else ["dof"]:
        limits.append(np.sort(held[judged & (kinds == kind)])[-1 - LOST[expert]])
    return max(float(max(limits)) + MARGIN, LEAST.get(expert, -np.inf))


def joined(margins, allowed):
    """The score: the strongest expert decides; at its threshold it is 0.18."""
    # These were fitted only where they may speak.
    least = {e: -20 if e in ("deep", "grain") else np.minimum(margins[e], -0.25) for e in EXPERTS}
    most = np.max([np.where(allowed[e], margins[e], least[e]) for e in EXPERTS], axis=0)
    most = np.where(allowed["plain"], np.maximum(most, PLAIN), most)
    return 1 / (1 + np.exp(np.log((1 - CALIBRATED) / CALIBRATED) + SLOPE * most))


# The margin of a picture that is plainly blurred, at least.
PLAIN = 0.5
# How fast the score moves with the strongest margin: half a unit of log odds.
SLOPE = 0.5


def folds(rows):
    """The fold of every picture: whole packages, whatever else is made of their pictures. Drawn ones are dealt out."""
    extra = variants.HEAVY + variants.NOISY + variants.NOISY_FINE
    first = [row for row in rows if row["kind"] not in extra and row["set"] != "abstract"]
    split = GroupKFold(FOLDS).split(first, None, [row["package"] for row in first])
    of = {first[i]["package"]: fold for fold, (_, held) in enumerate(split) for i in held}
    return np.array([of.get(row["package"], index % FOLDS) for index, row in enumerate(rows)])


def scores_held_back(job):
    """Of one expert and one fold: each held picture's by a model that saw no picture of its package."""
    expert, rows, fold, own = job
    seen, held = [rows[i] for i in np.flatnonzero(own != fold)], [rows[i] for i in np.flatnonzero(own == fold)]
    return fitted(expert, seen).decision_function(values_for(expert, held))


def evidence(rows):
    """Scores of every expert with whole packages held back. Minutes of work, kept in .cache for the same rows and fit.
    The kinds made for the expert of noise are unknown to the others: there all pictures of the other kinds are theirs."""
    scores, every, extra = {}, rows, is_extra(rows)
    for expert in TREES_OF:
        rows = every if expert == "grain" else [row for row, left in zip(every, extra) if not left]
        own, labels = folds(rows), [(row["set"], row["kind"], row["label"]) for row in rows]
        about = repr((SHAPES[expert], DEPTH, RATES[expert], FINE, SHALLOW, RARE, EXPERTS[expert], known_to(expert, rows), labels)).encode()
        about += own.tobytes() + values_for(expert, rows).tobytes() + guards(rows)[expert].tobytes()
        kept = pathlib.Path(".cache") / f"heldback-{hashlib.sha256(about).hexdigest()[:16]}.npz"
        if not kept.exists():
            with multiprocessing.Pool(2) as pool:
                jobs = [(expert, rows, fold, own) for fold in range(FOLDS)]
                found = np.zeros(len(rows))
                for fold, part in enumerate(pool.map(scores_held_back, jobs, chunksize=1)):
                    found[own == fold] = part
            kept.parent.mkdir(exist_ok=True)
            np.savez(kept, scores=found)
        scores[expert] = np.load(kept)["scores"]
        if len(rows) < len(every):
            whole = fitted(expert, rows).decision_function(values_for(expert, every))
            whole[~extra] = scores[expert]
            scores[expert] = whole
    scores["soft"] = scores["focus"]
    return scores


def held_back(rows):
    """Scores of each picture from models that saw no picture of its package, by the thresholds of all."""
    allowed, scores, limits = guards(rows), evidence(rows), thresholds(rows)
    return joined({e: scores[e] - limits[e] for e in EXPERTS}, allowed)


def thresholds(rows):
    allowed, scores = guards(rows), evidence(rows)
    seen = {e: fitted(e, rows).decision_function(values_for(e, rows)) for e in TREES_OF}
    seen["soft"] = seen["focus"]
    return {e: threshold(e, scores[e], seen[e], rows, allowed[e]) for e in EXPERTS}


def text_of(model, rate, places):
    """The trees as TreeSum.swift reads them, leaves with the rate in them; `places` of the measures they know."""
    lines = []
    for estimator in model.estimators_[:, 0]:
        tree = estimator.tree_
        words = []

        def walk(node):
            if tree.children_left[node] < 0:
                words.append(f"{rate * tree.value[node, 0, 0]:.5g}")
                return
            words.append(f"{places[tree.feature[node]]}:{tree.threshold[node]:.6g}")
            walk(tree.children_left[node])
            walk(tree.children_right[node])

        walk(0)
        lines.append(" ".join(words))
    return lines


def write(file, rows):
    limits = thresholds(rows)
    packages = {row["package"] for row in rows if row["package"]}
    made_of = {row["id"] for row in rows if row["id"]}
    out = [
        "/// Fitted constants of `SharpnessScore`, written by Tests/Tools/gate/fit_sharpness.py.",
        "///",
        f"/// {datetime.date.today()}, {len(rows)} pictures made of {len(made_of)} photographs, illustrations, abstracts and textures out",
        f"/// of {len(packages)} Debian packages (Tests/Tools/gate/labels.tsv), drawn ones among them: {USUAL[0]} trees of depth {DEPTH} an",
        f"/// expert at a rate of {RATES['focus']}; {SHAPES['deep'][0]} the deep one; {SHAPES['grain'][0]} at {RATES['grain']} the one of noise.",
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
    file, names = pathlib.Path(file), measures(rows)
    strong = ["/// What tells the strongest blur; see there.", "extension SharpnessTrees {"]
    grain = ["/// Fitted constants that tell blur under noise; see there.", "extension SharpnessTrees {"]
    for expert in TREES_OF:
        model, first = fitted(expert, rows), values_for(expert, rows[:1])
        base = float(model.decision_function(first)[0])
        base -= RATES[expert] * sum(tree.predict(first.astype(np.float32))[0] for tree in model.estimators_[:, 0])
        target, access = (strong, "") if expert in WITH_DRAWN else (grain, "") if expert == "grain" else (out, "private ")
        if target[-1] != "extension SharpnessTrees {":
            target.append("")
        target += [f"    {access}static let {expert} = TreeSum(", f"        base: {base:.6g},", '        """']
        target += ["        " + line for line in text_of(model, RATES[expert], [names.index(name) for name in known_to(expert, rows)])]
        target += ['        """,', "        features: SharpnessFeatures.names.count", "    )"]
    file.write_text("\n".join(out + ["}", ""]), encoding="utf-8")
    for name, lines in (("+strong", strong), ("+grain", grain)):
        file.with_stem(file.stem + name).write_text("\n".join(lines + ["}", ""]), encoding="utf-8")


def main():
    import evaluate

    write(sys.argv[3], evaluate.for_fit(list(evaluate.joined(pathlib.Path(sys.argv[1]), sys.argv[2]))))


if __name__ == "__main__":
    main()
