/** A consumer with `openapi-fetch` and types of `openapi-typescript`. */

import createClient from 'openapi-fetch';
import type { paths } from './generated/service.js';

const [baseUrl = '', clientId = '', clientSecret = '', contractId = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });

const token = await client.POST('/oauth/token', {
  body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  bodySerializer: (body) => new URLSearchParams(body),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});
if (token.data === undefined) throw new Error(`status ${token.response.status}`);
const headers = { Authorization: `Bearer ${token.data.access_token}` };

const users = await client.GET('/api/v1/institutions/me/users', {
  params: { query: { search: 'ben.brook', reqStatus: 'APPROVED' } },
  headers,
});
const items = users.data?.items ?? [];
const scores = await client.GET('/api/v1/institutions/me/human-scores', {
  params: { query: { partyIds: items.map(({ partyId }) => partyId ?? '') } },
  headers,
});
const batch = await client.POST('/api/v1/verification/generate-links-batch', {
  body: { requests: [{ contractId }, { contractId: 'unknown' }] },
  headers,
});
const checks: (string | undefined)[] = [];
for (const item of batch.data?.results ?? []) {
  if ('error' in item) {
    checks.push(item.error.message);
    continue;
  }
  const { token: link } = item.result;
  const check = await client.GET('/api/v1/verification/check/{token}', { params: { path: { token: link } } });
  checks.push(check.data?.status);
}
console.log(
  JSON.stringify({
    tokenType: token.data.token_type,
    names: items.map(({ fullName }) => fullName),
    total: users.data?.pagination.total,
    scores: scores.data?.items.map(({ humanScore }) => typeof humanScore.totalScore),
    checks,
  }),
);
