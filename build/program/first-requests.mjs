/**
 * Sends the requests that a program usually serves first. `make.js` runs this file by `exec`, so that the code for
 * these requests is compiled and becomes part of the program.
 */

const { ID_EMULATOR_URL, ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ...others } = process.env;
const { ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = others;
const credentials = Buffer.from(`${ID_EMULATOR_CLIENT_ID}:${ID_EMULATOR_CLIENT_SECRET}`).toString('base64');
const response = await fetch(ID_EMULATOR_TOKEN_URL, {
  method: 'POST',
  headers: { Authorization: `Basic ${credentials}` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
});
const { access_token } = await response.json();
const calls = [
  `${ID_EMULATOR_API_URL}/institutions/me/users`,
  `${ID_EMULATOR_URL}/_emulator/health`,
  `${ID_EMULATOR_URL}/_emulator/`,
  `${ID_EMULATOR_URL}/_emulator/sandboxes/default/journal`,
];
for (const url of calls) {
  const called = await fetch(url, { headers: { Authorization: `Bearer ${access_token}` } });
  if (!called.ok) throw new Error(`${url}: ${called.status}`);
  await called.text();
}
