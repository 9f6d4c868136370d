import { defineState } from '../define-state.js';
import { ensureStanding, STANDINGS } from '../world/ensure-credential.js';
import { giveLink } from '../world/give-link.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER, LINK_TOKEN } from '../world/parameters.js';

export const linkOfCredential = defineState({
  name: 'link-of-credential',
  group: 'verification links',
  summary: 'The verification link is good, but something has become of its credential, which the check shows in red.',
  sentences: [
    'the credential of verification token {token} is {standing}',
    'the credential of verification token {token} has been {standing}',
    'the credential behind verification token {token} is {standing}',
    'the verification token {token} is for a {standing} credential',
    'the verification token {token} belongs to a {standing} credential',
    'a verification link for a {standing} credential exists',
  ],
  parameters: {
    standing: { type: 'text', description: 'What has become of the credential.', choices: STANDINGS },
    token: LINK_TOKEN,
    contractId: ANY_CONTRACT_ID,
    partyId: ANY_PARTY_ID,
    provider: FROM_PROVIDER,
  },
  setUp: async (sandbox, { token, standing, ...wanted }) =>
    giveLink(sandbox, await ensureStanding(sandbox, wanted, standing), { token }),
});
