#!/usr/bin/env bash
# One call asks again after 429, the other does not.
set -euo pipefail
token=$(curl -fsS --retry 3 -d grant_type=client_credentials -d "client_id=$ID_EMULATOR_CLIENT_ID" \
  -d "client_secret=$ID_EMULATOR_CLIENT_SECRET" "$ID_EMULATOR_TOKEN_URL" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')
curl -fsS -H "Authorization: Bearer $token" "$ID_EMULATOR_API_URL/institutions/me/users" > once.json
curl -fsS --retry 3 -H "Authorization: Bearer $token" "$ID_EMULATOR_API_URL/institutions/me/users" > until.json
