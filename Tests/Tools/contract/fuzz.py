#!/usr/bin/env python3
"""Holds a running server against its own contract: fuzz.py BASE_URL ADMIN_KEY [EXAMPLES].

Fetches /openapi.json, sends what it allows and what it does not, the same requests each time, and looks at every answer:
no 5xx, and status, content type, headers and body as the document says. Exits 1 and prints requests that went wrong."""
import os
import pathlib
import subprocess
import sys
import tempfile

CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "unsupported_method", "missing_required_header", "allow_header_conformance",
)
url, key = sys.argv[1], sys.argv[2]
examples = sys.argv[3] if len(sys.argv) > 3 else "12"
here = pathlib.Path(__file__).resolve().parent
with tempfile.TemporaryDirectory() as folder:
    # It leaves reports and a database where it runs. One worker: threads share a count of CPython 3.11's parser, which then
    # fails now and then with "AST constructor recursion depth mismatch".
    result = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "run", f"{url}/openapi.json",
            "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing", "--max-examples", examples,
            "--seed", "1", "--generation-deterministic", "--continue-on-failure",
            "--workers", "1", "--request-timeout", "20", "--suppress-health-check", "all", "--no-color",
            "-H", f"Authorization: Bearer {key}", "-H", f"x-goog-api-key: {key}", "-H", "Torii-Profile: ios",
        ],
        cwd=folder,
        env=os.environ | {"SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(here)},
    )
sys.exit(result.returncode)
