#!/bin/sh
# TAP of two runs of the poller.
echo 1..2
status=$(./poller watch 2) || exit 1
case $status in
  strong | moderate | weak) echo "ok 1 - a new link is good: $status" ;;
  *) echo "not ok 1 - unexpected status $status" ;;
esac
if ./poller check no-such-link 2>message; then
  echo 'not ok 2 - an unknown link was accepted'
elif grep -q 'no such link' message; then
  echo 'ok 2 - an unknown link is reported'
else
  echo 'not ok 2'
  cat message >&2
fi
rm -f message
