"""Reads posts to an OTLP collector by OpenTelemetry's own definitions: an unknown or misspelt member is an error.

usage: read.py POST...   prints the name of each span, one a line
"""

import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def main() -> None:
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            post = json.load(file)
        spans = [
            span
            for resource in post["resourceSpans"]
            for scope in resource["scopeSpans"]
            for span in scope["spans"]
        ]
        for span in spans:
            # OTLP writes ids in hexadecimal where protobuf's JSON has base64.
            for member, size in (("traceId", 16), ("spanId", 8), ("parentSpanId", 8)):
                if member in span and len(bytes.fromhex(span.pop(member))) != size:
                    sys.exit(f"{path}: {member} is not of {size} bytes")
            if "status" in span and span["status"].get("code") not in (1, 2):
                sys.exit(f"{path}: no such status")
        message = json_format.ParseDict(post, ExportTraceServiceRequest())
        for resource in message.resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    if not 0 < span.start_time_unix_nano <= span.end_time_unix_nano:
                        sys.exit(f"{path}: {span.name} ends before it starts")
                    print(span.name)


if __name__ == "__main__":
    main()
