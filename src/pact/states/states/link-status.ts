import { defineState } from '../define-state.js';
import { ensureCredential, ensureStanding } from '../world/ensure-credential.js';
import { disclose } from '../world/disclosure.js';
import { giveLink } from '../world/give-link.js';
import { ANY_PARTY_ID, FROM_PROVIDER, LINK_TOKEN } from '../world/parameters.js';

/** When a credential that nothing has become of was issued. */
const ISSUED = { strong: '-P5D', moderate: '-P45D', weak: '-P120D' } as const;

export const linkStatus = defineState({
  name: 'link-status',
  group: 'verification links',
  summary: 'The check of the verification link, which is for a new credential, has this status.',
  sentences: [
    'the verification status of token {token} is {status}',
    'the verification status of {token} is {status}',
    'the verification status of link {token} is {status}',
    'a verification link with status {status} exists',
    'the check of {token} is {status}',
  ],
  parameters: {
    status: {
      type: 'text',
      description: 'Of the check.',
      choices: ['strong', 'moderate', 'weak', 'archived', 'revoked', 'expired'],
    },
    token: LINK_TOKEN,
    partyId: ANY_PARTY_ID,
    provider: FROM_PROVIDER,
  },
  async setUp(sandbox, { token, status, ...wanted }) {
    if (status === 'archived' || status === 'revoked' || status === 'expired')
      return giveLink(sandbox, await ensureStanding(sandbox, wanted, status), { token });
    const credential = await ensureCredential(sandbox, { ...wanted, issuedAt: ISSUED[status] });
    await disclose(sandbox, credential.partyId, credential.provider);
    return giveLink(sandbox, credential, { token });
  },
});
