#!/usr/bin/env python3
"""Synthetic traffic for the send-rate controller, seeded and reproducible.

    traces.py OUT --seeds 0-7 [--names stationary,drift,...] [--compact]

Every upload has a sharpness s and a saliency m on the logit scale, drawn from a mixture of kinds of pictures, and a
hidden probability eta that the cloud would have labelled it rightly: the posterior of the kind given (s, m), so that
rates of one in ten thousand can be measured without drawing labels. 2 % are abstract, 1 % are our own.

The order of the draws is part of the format: the same seed gives the same trace for ever."""
import argparse
import json
import pathlib

import numpy as np

TARGET = 0.466
COST = 682_000  # nano-USD of one call
DAY_MS = 86_400_000
ABSTRACT, OWN = 0.02, 0.01
NAMES = ("stationary", "drift", "phone", "spam", "diurnal", "low")

#            share    s mean  s sd  m mean  m sd  useful
KINDS = {
    "useful": (0.37, 1.7, 0.55, 0.4, 0.65, 1),
    "tail": (0.00012, -0.8, 1.0, 0.2, 1.0, 1),  # blurry, and useful all the same
    "blurry": (0.375, -1.9, 0.65, -0.6, 1.2, 0),
    "empty": (0.225, 1.3, 0.8, -3.4, 0.55, 0),
    "hopeless": (0.02988, 1.2, 0.8, 0.2, 0.8, 0),  # sharp, and of no use
}
TIGHT = {"useful": 0.42, "blurry": 0.345, "empty": 0.205}
ANDROID = {"useful": 0.314, "blurry": 0.431}


def kinds(shares=None, extra=None):
    """The mixture as an array of rows, some shares replaced, a kind added."""
    rows = {name: (dict(shares or {}).get(name, row[0]),) + row[1:] for name, row in KINDS.items()}
    rows.update(extra or {})
    return list(rows), np.array(list(rows.values()), float)


def uploads(random, count, mixture, shift=0.0, phone=None):
    """`count` uploads; `shift` moves every sharpness; `phone` is (share, shift) of a new model."""
    names, rows = mixture
    share = rows[:, 0] / rows[:, 0].sum()
    kind = random.choice(len(names), count, p=share)
    moved = np.broadcast_to(np.asarray(shift, float), (count,)).copy()
    if phone:
        moved = moved + (random.random(count) < phone[0]) * phone[1]
    s = rows[kind, 1] + moved + rows[kind, 2] * random.standard_normal(count)
    m = rows[kind, 3] + rows[kind, 4] * random.standard_normal(count)

    # Posterior by scores alone: the gate cannot see which phone a picture came from.
    models = [(1 - (phone[0] if phone else 0), np.asarray(shift, float))]
    if phone:
        models.append((phone[0], np.asarray(shift, float) + phone[1]))
    useful, whole = np.zeros(count), np.zeros(count)
    for index, (_, s_mean, s_sd, m_mean, m_sd, is_useful) in enumerate(rows):
        for weight, by in models:
            exponent = -0.5 * ((s - s_mean - by) / s_sd) ** 2 - 0.5 * ((m - m_mean) / m_sd) ** 2
            density = share[index] * weight * np.exp(exponent) / (s_sd * m_sd)
            whole += density
            useful += density * is_useful
    mark = random.random(count)
    is_abstract = mark < ABSTRACT
    is_own = ~is_abstract & (mark < ABSTRACT + OWN)
    eta = np.where(is_own, 0, useful / whole)
    is_right = random.random(count) < eta
    flood = np.array([name == "spam" for name in names])[kind] & (random.random(count) < 0.9)
    return {
        "s": s, "m": m, "eta": eta, "useful": is_right, "abstract": is_abstract, "own": is_own, "flood": flood,
        "spam": np.array([name == "spam" for name in names])[kind],
    }


def joined(parts):
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def measure_week(shares=None, seed=1, count=63_000):
    rows = uploads(np.random.default_rng(seed), count, kinds(shares))
    rows["t"] = (np.arange(count) * (7 * DAY_MS / count)).astype(np.int64)
    rows["day"] = np.arange(count) * 7 // count
    rows["revenue"] = np.full(count, TARGET * 1.02)
    rows["event"] = None
    return rows


def trace(name, seed, shares=None, per_day=9000, days=8):
    """One scenario: uploads, their times, what each adds to the budget (in calls), and when its event happens."""
    random = np.random.default_rng([seed, sum(map(ord, name))])
    if name == "low":
        per_day, days = 50, 160
    count = per_day * days
    mixture, event, hours = kinds(shares), None, None
    if name == "stationary":
        rows = uploads(random, count, mixture)
    elif name == "low":  # a blurrier client after 60 days
        event = 60 * per_day
        uploads(random, count, mixture)  # drawn and dropped: part of the order of the draws
        rows = joined([uploads(random, event, mixture), uploads(random, count - event, mixture, shift=-0.5)])
    elif name == "drift":  # winter light: five days of darkening
        shift = np.clip((np.arange(count) - per_day) / (5 * per_day), 0, 1) * -0.9
        rows = uploads(random, count, mixture, shift=shift)
    elif name == "phone":  # most uploads from a sharper phone
        event = 3 * per_day
        rows = joined([uploads(random, event, mixture), uploads(random, count - event, mixture, phone=(0.6, 1.2))])
    elif name == "spam":  # one day of very blurry pictures on top
        event = 3 * per_day
        wave = kinds(shares, {"spam": (0.54, -3.2, 0.4, -0.6, 1.2, 0)})
        rows = joined([
            uploads(random, event, mixture), uploads(random, per_day, wave),
            uploads(random, count - event - per_day, mixture),
        ])
    elif name == "diurnal":  # blur by night, a campaign's empty shots twice a day
        shape = 1 + 0.8 * np.sin((np.arange(24) - 9) / 24 * 2 * np.pi)
        hours = np.round(per_day * shape / shape.sum()).astype(int)
        hours[-1] += per_day - hours.sum()
        parts = []
        for _ in range(days):
            for hour in range(24):
                swing = 0.10 * np.cos((hour - 3) / 24 * 2 * np.pi)
                names, table = kinds(shares)
                table[names.index("blurry"), 0] += swing
                table[names.index("useful"), 0] -= swing
                if hour in (12, 20) and random.random() < 0.7:
                    table[names.index("empty"), 0] += 0.25
                parts.append(uploads(random, max(1, hours[hour]), (names, table)))
        rows = joined(parts)
    else:
        raise SystemExit(f"no scenario `{name}`; known: {', '.join(NAMES)}")
    count = len(rows["s"])
    rows["day"] = np.minimum(np.arange(count) // per_day, days - 1)
    rows["event"] = event
    factor = np.ones(count)
    if name == "diurnal":  # less revenue on two days, more in the evening
        factor = np.where((rows["day"] == 4) | (rows["day"] == 5), 0.88, 1.0)
        factor = factor * (1 + 0.2 * ((np.arange(count) % per_day) / per_day - 0.5))
    rows["revenue"] = TARGET * 1.02 * factor
    if hours is None:
        rows["t"] = (np.arange(count) * (DAY_MS / per_day)).astype(np.int64)
    else:
        inside = np.concatenate([h * 3_600_000 + np.arange(n) * 3_600_000 // max(1, n) for h, n in enumerate(hours)])
        rows["t"] = np.concatenate([inside + day * DAY_MS for day in range(days)])
    return rows


def write(rows, path):
    """The rows as NDJSON, as `torii simulate --trace` reads it."""
    sigmoid = lambda x: 1 / (1 + np.exp(-x))
    sharp, area = sigmoid(rows["s"]), sigmoid(rows["m"])
    with open(path, "w") as file:
        for i in range(len(sharp)):
            is_first = i % 2 == 0
            file.write(json.dumps({
                "t": int(rows["t"][i]), "id": f"u{i:07d}",
                "client": f"flood{i % 3}" if rows["flood"][i] else f"c{i * 2654435761 % 4001}",
                "sharpness": float(sharp[i]),
                "attentionArea": float(area[i] * (1 if is_first else 0.5)),
                "objectnessArea": float(area[i] * (0.5 if is_first else 1)),
                "coarse": "abstract" if rows["abstract"][i] else "photoLike",
                "ownMark": bool(rows["own"][i]), "useful": bool(rows["useful"][i]), "eta": float(rows["eta"][i]),
                "eligible": bool(~rows["flood"][i]),
                "costNano": COST, "revenueNano": int(round(rows["revenue"][i] * COST)),
            }, separators=(",", ":")) + "\n")


def pack(rows, path):
    """The rows in columns, some ten times smaller: the form of the fixtures (see `CompactTrace` of Control)."""
    count = len(rows["s"])
    pair = lambda part: np.round(np.clip(part, 0, 1) * 65535).astype("<u2").tobytes()
    odds = lambda values: pair((np.clip(values, -16, 16) / 16 + 1) / 2)
    # Log odds beyond the scale stay apart from its ends; eta below one in sixteen million counts as none.
    eta = np.where(rows["eta"] > 2.0**-24, 1 + np.log2(np.maximum(rows["eta"], 2.0**-24)) / 24, 0)
    marks = rows["abstract"] + 2 * rows["own"] + 4 * rows["useful"] + 8 * rows["flood"]
    money = np.round(rows["revenue"] * COST).astype("<u4")
    step = int(rows["t"][1])
    is_even = bool((rows["t"] == np.arange(count) * step).all() and (money == money[0]).all())
    head = np.array([count, 0 if is_even else 1, step, COST, money[0]], "<u4")
    with open(path, "wb") as file:
        file.write(b"TORITRC1" + head.tobytes())
        file.write(odds(rows["s"]) + odds(rows["m"]) + pair(eta) + marks.astype("u1").tobytes())
        if not is_even:
            file.write(rows["t"].astype("<u4").tobytes() + money.tobytes())


def seeds(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seeds", type=seeds, default=range(8))
    parser.add_argument("--names", default=",".join(NAMES))
    parser.add_argument("--compact", action="store_true", help="as the fixtures: torii simulate reads both")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    put, ending = (pack, "trace") if arguments.compact else (write, "ndjson")
    put(measure_week(), arguments.out / f"measure.{ending}")
    if not arguments.compact:
        put(measure_week(TIGHT), arguments.out / f"measure-tight.{ending}")
    for seed in arguments.seeds:
        for name in arguments.names.split(","):
            put(trace(name, seed), arguments.out / f"{name}-{seed}.{ending}")


if __name__ == "__main__":
    main()
