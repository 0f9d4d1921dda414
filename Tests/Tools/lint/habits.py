#!/usr/bin/env python3
"""Checks habits no formatter knows: no traps in Sources, unsafe concurrency only where C is, files of a readable size."""
import pathlib
import re
import sys

FORBIDDEN = re.compile(r"\btry!|\bas!|\bfatalError\(|\bTODO\b|\bFIXME\b|\bXXX\b|\.disabled\(|withKnownIssue")
UNSAFE = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)")
C_MODULES = {"TLS", "Terminal", "Platform", "Imaging", "SQLiteLedger"}

mistakes = []
for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
    lines = path.read_text().splitlines()
    module = path.parts[1]
    if len(lines) > 400:
        mistakes.append(f"{path}: {len(lines)} lines")
    for number, line in enumerate(lines, 1):
        if FORBIDDEN.search(line):
            mistakes.append(f"{path}:{number}: {line.strip()}")
        if UNSAFE.search(line) and not line.strip().startswith("//"):
            nearby = "\n".join(lines[max(0, number - 6):number + 20])
            if module not in C_MODULES:
                mistakes.append(f"{path}:{number}: only {', '.join(sorted(C_MODULES))} may")
            elif "SAFETY:" not in nearby:
                mistakes.append(f"{path}:{number}: say why it is safe in a `// SAFETY:` line above")
print("\n".join(mistakes) if mistakes else "habits: kept")
sys.exit(1 if mistakes else 0)
