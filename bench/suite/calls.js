/** What each test of the suite does: a token, a page of scores, the first of them again, and one of nobody. */

import assert from 'node:assert/strict';

/** @param {string} url of the service @param {{ clientId: string, clientSecret: string }} client @param {number} offset of the page */
export async function readScores(url, { clientId, clientSecret }, offset) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token: token } = await response.json();
  const get = (path) =>
    fetch(`${url}/api/v1/institutions/me${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const { items } = await (await get(`/human-scores?limit=10&offset=${offset}`)).json();
  assert.equal(items.length, 10);
  const [{ partyId }] = items;
  const score = await (await get(`/human-scores/${encodeURIComponent(partyId)}`)).json();
  assert.equal(score.partyId, partyId);
  const missing = await get('/human-scores/party::nobody');
  assert.equal(missing.status, 404);
  await missing.arrayBuffer();
}
