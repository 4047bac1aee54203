"""Speed and memory, each figure beside a named alternative that the same run measures: ``python -m benchmarks``."""
