#!/usr/bin/env python3
"""The watermark's figures: evaluate_marks.py MARKED FOUND FALSE, three tables of gate-measure.

MARKED is what --mark printed (file, PSNR), FOUND what --detect printed of the attacked pictures (file, found, strength,
margin), FALSE what it printed of unmarked ones (in the fifth column: how many wrong keys would count)."""
import collections
import statistics
import sys


def rows(name):
    with open(name, encoding="utf-8") as table:
        return [line.rstrip("\n").split("\t") for line in table]


def main():
    quality = sorted(float(row[1]) for row in rows(sys.argv[1]))
    print(f"{len(quality)} pictures marked, PSNR median {statistics.median(quality):.1f} dB, least {quality[0]:.1f}")
    kinds = collections.defaultdict(list)
    for file, found, strength, *_ in rows(sys.argv[2]):
        kinds[file.rsplit("_", 1)[1].removesuffix(".png")].append((found == "true", float(strength), file))
    for kind, tries in kinds.items():
        strengths = sorted(strength for _, strength, _ in tries)
        missed = ", ".join(file.rsplit("/", 1)[1].split("_")[0] for found, _, file in tries if not found)
        print(
            f"  {kind:11} found {sum(found for found, *_ in tries):3}/{len(tries)}  strength median "
            f"{statistics.median(strengths):5.1f}, least {strengths[0]:5.1f}  {missed}"
        )
    total = [found for tries in kinds.values() for found, *_ in tries]
    print(f"  all         found {sum(total)}/{len(total)}")
    unmarked = [row for row in rows(sys.argv[3]) if row[1] != "unreadable"]
    own = sum(row[1] == "true" for row in unmarked)
    false = sum(int(row[4]) for row in unmarked) + own
    keys = int(sys.argv[4]) + 1
    print(
        f"false marks: {false} of {len(unmarked) * keys} trials ({len(unmarked)} pictures x {keys} keys); strength at most "
        f"{max(float(row[5]) for row in unmarked):.2f}, margin at most {max(float(row[6]) for row in unmarked):.2f}"
    )


if __name__ == "__main__":
    main()
