/** A client that asks again after 429, and one that does not. */

async function users({ apiUrl, tokenUrl, clientId, clientSecret }, mayAskAgain) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { access_token: token } = await (
    await send(tokenUrl, { method: 'POST', body: new URLSearchParams(form) })
  ).json();
  const headers = { Authorization: `Bearer ${token}` };
  return (await (await send(`${apiUrl}/institutions/me/users`, { headers }, mayAskAgain)).json()).items;
}

async function send(url, init, mayAskAgain = true) {
  for (;;) {
    const response = await fetch(url, init);
    if (response.ok) return response;
    if (response.status !== 429 || !mayAskAgain) throw new Error(`the service returned ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(response.headers.get('Retry-After') ?? 1)));
  }
}

exports.patientUsers = (sandbox) => users(sandbox, true);
exports.impatientUsers = (sandbox) => users(sandbox, false);
