/** Asks for users once, and again after a 429: `node client.mjs waits` as Retry-After says, `node client.mjs` at once. */

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
/** Reads the body, so that the next request has the same connection, which proves that it came after the response. */
async function users() {
  const response = await fetch(`${ID_EMULATOR_API_URL}/institutions/me/users`, { headers });
  await response.text();
  return response;
}

const throttled = await users();
const seconds = process.argv[2] === 'waits' ? Number(throttled.headers.get('Retry-After')) : 0;
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
await users();
