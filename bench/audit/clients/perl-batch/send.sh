#!/bin/sh
# Sends links for six credentials in batches of four, and shows the report.
report=$(mktemp) || exit 2
trap 'rm -f "$report"' EXIT
perl send.pl 6 4 "$report"
code=$?
cut -f2 "$report" | sort | uniq -c
exit $code
