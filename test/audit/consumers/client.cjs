/** A client that asks again after 429, and one that does not. */

async function users(sandbox, mayAskAgain) {
  return await usersWith(await tokenOf(sandbox), `${sandbox.apiUrl}/institutions/me/users`, mayAskAgain);
}

async function tokenOf({ tokenUrl, clientId, clientSecret }) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  return (await (await send(tokenUrl, { method: 'POST', body: new URLSearchParams(form) })).json()).access_token;
}

async function usersWith(token, url, mayAskAgain) {
  return (await (await send(url, { headers: { Authorization: `Bearer ${token}` } }, mayAskAgain)).json()).items;
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
exports.tokenOf = tokenOf;
exports.usersWith = usersWith;
