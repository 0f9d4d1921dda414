#!/usr/bin/env python3
"""Reads an OpenMetrics text from standard input with the strict parser of the Prometheus client library, prints how many
families, series and exemplars it holds, and exits 1 saying why when it is not valid."""
import sys

from prometheus_client.openmetrics import parser

try:
    families = list(parser.text_string_to_metric_families(sys.stdin.read()))
except ValueError as error:
    sys.exit(f"not OpenMetrics: {error}")
samples = [sample for family in families for sample in family.samples]
print(len(families), len(samples), sum(sample.exemplar is not None for sample in samples))
