/** Mistake: it requests a new access token for each call. */

import { request } from '../shared/request.js';

async function accessToken({ tokenUrl, clientId, clientSecret }) {
  const { ok, status, data } = await request(tokenUrl, {
    method: 'POST',
    repeatable: true,
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  if (!ok) throw new Error(`The token endpoint answered ${status}.`);
  return data.access_token;
}

async function callWithToken(service, path) {
  const token = await accessToken(service);
  return await request(`${service.apiUrl}${path}`, { headers: { Authorization: `Bearer ${token}` } });
}

async function call(service, path) {
  let response = await callWithToken(service, path);
  if (response.status === 401 || response.status === 403) response = await callWithToken(service, path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.data;
}

export async function findParty(service, query) {
  const { credentials } = await call(service, `/institutions/me/credentials/resolve?q=${encodeURIComponent(query)}`);
  return credentials[0]?.partyId;
}

export async function credentialsOf(service, partyId) {
  return await call(service, `/institutions/me/credentials/${encodeURIComponent(partyId)}`);
}

export async function scoreOf(service, partyId) {
  const { humanScore } = await call(service, `/institutions/me/human-scores/${encodeURIComponent(partyId)}`);
  return humanScore.totalScore;
}
