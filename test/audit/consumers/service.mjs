/** What the consumers of this folder have in common: the address of the service, the form of a token request, and pauses. */

const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;

export const apiUrl = ID_EMULATOR_API_URL;
export const tokenUrl = ID_EMULATOR_TOKEN_URL;
export const clientId = ID_EMULATOR_CLIENT_ID;
export const clientSecret = ID_EMULATOR_CLIENT_SECRET;

export function tokenForm() {
  return new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Milliseconds; undefined if the response demands no pause. */
export function demandedPause(headers) {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  return /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.parse(headers.get('Date'));
}
