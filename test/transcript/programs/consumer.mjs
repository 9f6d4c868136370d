/** A client for `exec`: asks for users, and with `badly`, goes on asking where it was told to wait. */

const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET, WHERE } =
  process.env;
const isGood = process.argv[2] === 'well';
const response = await fetch(ID_EMULATOR_TOKEN_URL, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: ID_EMULATOR_CLIENT_ID,
    client_secret: ID_EMULATOR_CLIENT_SECRET,
  }),
});
const { access_token: token } = await response.json();

async function users(query, scenario) {
  const { status } = await fetch(`${ID_EMULATOR_API_URL}/institutions/me/users?${query}`, {
    headers: { Authorization: `Bearer ${token}`, ...(scenario && { 'Emulator-Scenario': scenario }) },
  });
  console.log(query, status);
}

if (WHERE !== undefined) console.log(WHERE);
await users('limit=1');
await users('limit=2');
if (!isGood) {
  for (let time = 0; time < 3; time++) await users('limit=3', 'rate-limit-burst;burst=1;retry-after=60');
  for (let time = 0; time < 3; time++) await users('limit=0');
  process.exitCode = 1;
}
