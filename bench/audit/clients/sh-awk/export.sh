#!/bin/sh
# Counts the credentials of each provider. curl repeats by itself; what it does not repeat is done here.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# api <file> <url> [option ...]: curl waits as Retry-After says in seconds, or 1, 2, 4 seconds.
api() {
  out=$1 url=$2
  shift 2
  code=$(curl --silent --show-error --max-time 3 --retry 3 --retry-all-errors --retry-max-time 30 \
    --write-out '%{http_code}' --output "$out" "$@" "$url" 2>>"$tmp/log" | tail -c 3) || code=000
}

login() {
  api "$tmp/token" "$ID_EMULATOR_TOKEN_URL" --data grant_type=client_credentials \
    --data-urlencode "client_id=$ID_EMULATOR_CLIENT_ID" --data-urlencode "client_secret=$ID_EMULATOR_CLIENT_SECRET"
  token=$(sed -n 's/.*"access_token": *"\([^"]*\)".*/\1/p' "$tmp/token")
  [ "$code" = 200 ] && [ -n "$token" ] || fail "no token"
}

fail() {
  cat "$tmp/log" >&2
  echo "export: $1: status $code" >&2
  exit 1
}

page() {
  api "$tmp/page" "$ID_EMULATOR_API_URL$1" --header "Authorization: Bearer $token"
  if [ "$code" = 401 ]; then
    login
    api "$tmp/page" "$ID_EMULATOR_API_URL$1" --header "Authorization: Bearer $token"
  fi
  [ "$code" = 200 ] || fail "$1"
  [ "$(tail -c 1 "$tmp/page")" = "}" ] || fail "$1: not the whole body"
}

login
offset=0
total=1
: >"$tmp/providers"
while [ "$offset" -lt "$total" ]; do
  page "/institutions/me/credentials?limit=100&offset=$offset"
  total=$(sed -n 's/.*"total": *\([0-9]*\).*/\1/p' "$tmp/page")
  grep -o '"provider": *"[A-Z_]*"' "$tmp/page" | cut -d'"' -f4 >"$tmp/more" || break
  cat "$tmp/more" >>"$tmp/providers"
  offset=$((offset + $(wc -l <"$tmp/more")))
done
awk '{ count[$1]++ } END { for (name in count) print name, count[name] }' "$tmp/providers" | sort
