/** A consumer with a client of `orval`. */

import {
  checkVerificationStatus,
  generateVerificationLinksBatch,
  getHumanScores,
  getUsers,
  issueToken,
} from './generated/service.js';

const [clientId = '', clientSecret = '', contractId = ''] = process.argv.slice(3);

const token = await issueToken({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
if (token.status !== 200) throw new Error(`status ${token.status}`);
const authorized = { headers: { Authorization: `Bearer ${token.data.access_token}` } };

const users = await getUsers({ search: 'ben.brook', reqStatus: 'APPROVED' }, authorized);
if (users.status !== 200) throw new Error(`status ${users.status}`);
const partyIds = users.data.items.map(({ partyId }) => partyId ?? '');
const scores = await getHumanScores({ partyIds }, authorized);
if (scores.status !== 200) throw new Error(`status ${scores.status}`);
const batch = await generateVerificationLinksBatch(
  { requests: [{ contractId }, { contractId: 'unknown' }] },
  authorized,
);
if (batch.status !== 200) throw new Error(`status ${batch.status}`);
const checks: string[] = [];
for (const item of batch.data.results) {
  if ('error' in item) {
    checks.push(item.error.message);
    continue;
  }
  const check = await checkVerificationStatus(item.result.token);
  if (check.status !== 200) throw new Error(`status ${check.status}`);
  checks.push(check.data.status);
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
