#!/usr/bin/env bash
# Prints the number of users, and the ten oldest credentials.
set -euo pipefail

api=$ID_EMULATOR_API_URL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# send <url> [curl options]: the status in $status, the body in $work/body; asks again up to four times.
send() {
  local url=$1 attempt code wait given
  shift
  for attempt in 1 2 3 4; do
    code=0
    status=$(curl -sS --max-time 2 -D "$work/head" -o "$work/body" -w '%{http_code}' "$@" "$url" 2>"$work/error") || code=$?
    if [ "$code" -eq 0 ] && [ "$status" -ne 429 ] && [ "$status" -lt 500 ]; then return 0; fi
    wait=0.$((attempt * attempt))
    given=$(tr -d '\r' <"$work/head" 2>/dev/null | sed -n 's/^[Rr]etry-[Aa]fter: *//p' | tail -1)
    if [ "$code" -eq 0 ] && [ -n "$given" ]; then
      case $given in
        *[!0-9]*) wait=$(($(date -d "$given" +%s) - $(date +%s) + 1)) ;;
        *) wait=$given ;;
      esac
    fi
    [ "$attempt" -eq 4 ] || sleep "$wait"
  done
  if [ "$code" -ne 0 ]; then cat "$work/error" >&2; else echo "report: $url: status $status" >&2; fi
  return 1
}

login() {
  send "$ID_EMULATOR_TOKEN_URL" -d grant_type=client_credentials \
    --data-urlencode "client_id=$ID_EMULATOR_CLIENT_ID" --data-urlencode "client_secret=$ID_EMULATOR_CLIENT_SECRET"
  [ "$status" = 200 ] || { echo "report: no token: status $status" >&2; return 1; }
  # An older jq takes an empty body for a success.
  token=$(jq -er .access_token "$work/body") && [ -n "$token" ] || { echo "report: no token" >&2; return 1; }
}

get() {
  send "$api$1" -H "Authorization: Bearer $token"
  if [ "$status" = 401 ]; then
    login
    send "$api$1" -H "Authorization: Bearer $token"
  fi
  [ "$status" = 200 ] && [ -s "$work/body" ] || { echo "report: $1: status $status, or nothing" >&2; return 1; }
}

login
get '/institutions/me/users?limit=1'
total=$(jq -er .pagination.total "$work/body")
echo "users: $total"
get '/institutions/me/credentials?limit=10'
jq -er '.items[] | [.provider, .kycStatus] | @tsv' "$work/body" | sort | uniq -c
