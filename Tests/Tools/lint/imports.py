#!/usr/bin/env python3
"""Checks that every module imports only what the table allows, so that the folders keep showing the journey.

The table stands here and nowhere else; README explains it. Exits 1 and names file and line of each mistake."""
import pathlib
import re
import sys

PURE = {"Economics", "Documents", "Revenue", "Policy", "Backtest", "Devices", "Control", "Gate"}
ALLOWED = {
    "Economics": set(),
    "Documents": set(),
    "Policy": {"Documents", "Economics"},
    "Revenue": {"Documents", "Economics"},
    "Backtest": {"Policy", "Economics"},
    "Devices": {"Policy", "Documents", "Economics"},
    "ToriiClient": {
        "Devices", "Policy", "Documents", "Economics", "Foundation", "FoundationNetworking", "CryptoKit",
    },
    "Control": {"Policy", "Economics"},
    "Gate": set(),
    "TLS": {"COpenSSL", "Glibc"},
    "Platform": {
        "Economics", "TLS", "CCurl", "CLinux", "CSodium", "Foundation", "Dispatch", "Glibc", "Synchronization",
    },
    "Terminal": {"Platform", "Glibc", "Synchronization"},
    "Imaging": {"CImaging", "Gate", "Platform"},
    "OwnPictures": {"Gate", "Platform"},
    "Gemini": {"Platform", "Documents", "Policy", "Economics"},
    "Ledger": {"Platform", "Backtest", "Revenue", "Policy", "Economics"},
    "SQLiteLedger": {"CSQLite", "Ledger", "Platform", "Backtest", "Revenue", "Policy", "Economics", "Glibc"},
    "Server": {
        "Platform", "Documents", "Imaging", "Gate", "OwnPictures", "Policy", "Backtest", "Devices", "Control", "Gemini",
        "Ledger", "Revenue", "Economics", "Terminal", "Synchronization",
    },
    "Emulator": {"Platform", "Documents", "Imaging", "Gate", "Economics"},
    "Workbench": {
        "Server", "SQLiteLedger", "Ledger", "Gemini", "Imaging", "Gate", "OwnPictures", "Control", "Policy", "Documents",
        "Economics", "Platform",
    },
    "torii": {
        "Server", "Workbench", "Emulator", "Ledger", "SQLiteLedger", "Gemini", "Imaging", "Gate", "OwnPictures",
        "Control", "Policy", "Backtest", "Devices", "Revenue", "Documents", "Economics", "Platform", "Terminal",
        "Foundation", "Dispatch",
    },
}
# Rooms beside each other, a file for each route or command: a newcomer needs one of them, so their sum says nothing.
FLAT = {"Server", "torii"}
# Constants that a script of this tree writes are data.
WRITTEN = re.compile(r"^/// (Fitted constants|What tells the strongest blur)")
IMPORT = re.compile(r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:\w+\s+)?(\w+)")

mistakes = []
for module, allowed in ALLOWED.items():
    lines = 0
    for path in sorted(pathlib.Path("Sources", module).rglob("*.swift")):
        text = path.read_text()
        if not WRITTEN.match(text):
            lines += text.count("\n")
        for number, line in enumerate(text.splitlines(), 1):
            match = IMPORT.match(line)
            if match and match.group(1) not in allowed:
                mistakes.append(f"{path}:{number}: {module} may not import {match.group(1)}")
            if module in PURE and re.search(r"\b(Date|ContinuousClock|SystemRandomNumberGenerator|print)\b\(?", line):
                if not line.strip().startswith("//"):
                    mistakes.append(f"{path}:{number}: {module} is pure: no clock, no output, no system randomness")
    if lines > 5000 and module not in FLAT:
        mistakes.append(f"Sources/{module}: {lines} lines; split a module past 5,000")
for folder in sorted(pathlib.Path("Sources").iterdir()):
    if folder.name not in ALLOWED and not folder.name.startswith("C"):
        mistakes.append(f"{folder}: a module without a row in the import table")
print("\n".join(mistakes) if mistakes else "imports: as the table allows")
sys.exit(1 if mistakes else 0)
