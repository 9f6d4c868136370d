#!/bin/sh
# Fills the outbox and sends it. As the scheduler does, starts a job that failed once more.
file=$(mktemp) || exit 2
trap 'rm -f "$file"' EXIT
python3 outbox.py "$file" || python3 outbox.py "$file"
