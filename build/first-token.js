/** Gets a token from the emulator that the environment names, and calls the API with it: a smoke test for `exec`. */

const {
  ID_EMULATOR_API_URL: apiUrl,
  ID_EMULATOR_TOKEN_URL: tokenUrl,
  ID_EMULATOR_CLIENT_ID: id,
  ID_EMULATOR_CLIENT_SECRET: secret,
} = process.env;
const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
const { access_token: token } = await (
  await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) })
).json();
const users = await fetch(`${apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${token}` } });
console.log(users.status);
process.exitCode = users.status === 200 ? 0 : 1;
