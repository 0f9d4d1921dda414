#!/usr/bin/env python3
"""Prints line coverage by module from the profiles that `make coverage` leaves, and fails below the floors.

coverage.py PROFILES BUILT"""
import collections
import json
import pathlib
import shutil
import subprocess
import sys

FLOORS = {"Economics": 95, "Policy": 95, "Backtest": 95, "Devices": 95, "Ledger": 95, "SQLiteLedger": 95}
OVERALL = 85

profiles, built = map(pathlib.Path, sys.argv[1:3])
tools = pathlib.Path(shutil.which("swift")).resolve().parent
merged = profiles / "all.profdata"
raw = [str(path) for path in profiles.glob("*.profraw")]
# A process that was killed may leave half a profile: the others count.
subprocess.run([tools / "llvm-profdata", "merge", "-sparse", "--failure-mode=all", *raw, "-o", merged], check=True)
exported = subprocess.run(
    [
        tools / "llvm-cov", "export", f"-instr-profile={merged}", built / "toriiPackageTests.xctest", "-object", built / "torii",
    ],
    check=True, capture_output=True, text=True,
).stdout
root = str(pathlib.Path.cwd() / "Sources") + "/"
lines = collections.defaultdict(lambda: [0, 0])
for file in json.loads(exported)["data"][0]["files"]:
    if not file["filename"].startswith(root):
        continue
    module = file["filename"][len(root):].split("/")[0]
    lines[module][0] += file["summary"]["lines"]["covered"]
    lines[module][1] += file["summary"]["lines"]["count"]
failed = False
for module in sorted(lines):
    covered, count = lines[module]
    share = 100 * covered / count
    floor = FLOORS.get(module)
    note = f"  floor {floor}" if floor else ""
    failed |= bool(floor and share < floor)
    print(f"{module:12} {share:6.1f} %  {covered:6} of {count:6} lines{note}")
covered, count = (sum(row[index] for row in lines.values()) for index in (0, 1))
share = 100 * covered / count
failed |= share < OVERALL
print(f"{'all':12} {share:6.1f} %  {covered:6} of {count:6} lines  floor {OVERALL}")
sys.exit(1 if failed else 0)
