import { PROVIDERS } from '../../../domain/world/model.js';
import { defineState } from '../define-state.js';
import { ensureDisclosed, issueCredential } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID } from '../world/parameters.js';

/** The status of the data request that leads to a KYC status. */
const REQUESTS = { TO_DO: 'PENDING', IN_REVIEW: 'PENDING', REJECTED: 'REJECTED', EXPIRED: 'EXPIRED' } as const;

export const userHasKycStatus = defineState({
  name: 'user-has-kyc-status',
  group: 'requests',
  summary: 'The users list has a row with this KYC status.',
  sentences: [
    'a user with KYC status {kycStatus} exists',
    'a user with kycStatus {kycStatus} exists',
    'the KYC status of user {partyId} is {kycStatus}',
    'the KYC status of party {partyId} is {kycStatus}',
    'user {partyId} has KYC status {kycStatus}',
  ],
  parameters: {
    kycStatus: {
      type: 'text',
      description: 'Of the row.',
      choices: ['TO_DO', 'IN_REVIEW', 'REJECTED', 'BLOCKED', 'EXPIRED', 'APPROVED'],
    },
    partyId: ANY_PARTY_ID,
  },
  async setUp(sandbox, { kycStatus, partyId }) {
    const party = await ensureParty(sandbox, { partyId });
    const known = new Set<string>([...party.credentials, ...party.requests].map(({ provider }) => provider));
    const provider = PROVIDERS.find((candidate) => !known.has(candidate));
    if (provider === undefined)
      throw new Error(`party "${party.partyId}" has been asked for credentials of every provider already`);
    if (kycStatus === 'BLOCKED') await sandbox.world.changeParty(party.partyId, { status: 'BLOCKED' });
    if (kycStatus === 'APPROVED' || kycStatus === 'BLOCKED') {
      await ensureDisclosed(sandbox, party.partyId, provider);
    } else {
      if (kycStatus !== 'TO_DO') await issueCredential(sandbox, party.partyId, { provider });
      await sandbox.world.request(party.partyId, provider, REQUESTS[kycStatus]);
    }
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
