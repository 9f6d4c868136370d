/** A consumer with a client of `@hey-api/openapi-ts`. */

import { client } from './generated/client.gen.js';
import {
  checkVerificationStatus,
  generateVerificationLinksBatch,
  getHumanScores,
  getUsers,
  issueToken,
} from './generated/sdk.gen.js';

const [baseUrl = '', clientId = '', clientSecret = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, throwOnError: true });

const token = await issueToken({
  body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  throwOnError: true,
});
client.setConfig({ auth: token.data.access_token });

const users = await getUsers({ query: { search: 'ben.brook', reqStatus: 'APPROVED' }, throwOnError: true });
const partyIds = users.data.items.map(({ partyId }) => partyId ?? '');
const scores = await getHumanScores({ query: { partyIds }, throwOnError: true });
const [contractId = ''] = process.argv.slice(5);
const batch = await generateVerificationLinksBatch({
  body: { requests: [{ contractId }, { contractId: 'unknown' }] },
  throwOnError: true,
});
const checks: string[] = [];
for (const item of batch.data.results) {
  if ('error' in item) checks.push(item.error.message);
  else
    checks.push(
      (await checkVerificationStatus({ path: { token: item.result.token }, throwOnError: true })).data.status,
    );
}
console.log(
  JSON.stringify({
    tokenType: token.data.token_type,
    names: users.data.items.map(({ fullName }) => fullName),
    total: users.data.pagination.total,
    scores: scores.data.items.map(({ humanScore }) => typeof humanScore.totalScore),
    checks,
  }),
);
