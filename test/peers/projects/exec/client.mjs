/** Asks for users until it gets them: `node client.mjs waits` when Retry-After says, `node client.mjs` at once. */

const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;

const token = await fetch(ID_EMULATOR_TOKEN_URL, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: ID_EMULATOR_CLIENT_ID,
    client_secret: ID_EMULATOR_CLIENT_SECRET,
  }),
});
const headers = { Authorization: `Bearer ${(await token.json()).access_token}` };
async function users() {
  const response = await fetch(`${ID_EMULATOR_API_URL}/institutions/me/users`, { headers });
  await response.text();
  return response;
}

for (let response = await users(); response.status === 429; response = await users()) {
  const seconds = process.argv[2] === 'waits' ? Number(response.headers.get('Retry-After')) : 0;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
