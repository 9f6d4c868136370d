#!/bin/sh
# The job on a fresh database, as the scheduler runs it.
file=$(mktemp) || exit 2
trap 'rm -f "$file"' EXIT
python3 nightly.py "$file"
