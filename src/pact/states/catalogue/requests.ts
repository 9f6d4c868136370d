/** Provider states about data requests: the institution has requested credentials of a party. */

import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import { defineState } from '../provider-state.js';
import { disclosingParty, ensureDisclosed, issueCredential, withdraw } from '../world/disclosure.js';
import { ensureParty, partyOutcome, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from './parameters.js';

const SCENARIO_OF_DECISION = { approve: 'request-approved-later', reject: 'request-rejected-later' } as const;

/** The status of the data request behind a KYC status. */
const REQUEST_STATUS = { TO_DO: 'PENDING', IN_REVIEW: 'PENDING', REJECTED: 'REJECTED', EXPIRED: 'EXPIRED' } as const;

export const requests = [
  defineState({
    name: 'request-pending',
    summary: 'The party holds credentials from these providers. A data request for each of them is pending.',
    sentences: [
      '(party|user) {partyId} has a pending (|credentials )request',
      'party {partyId} has a pending request for {providers}',
      'party {partyId} has been asked for {providers}',
      'a credentials request to party {partyId} is pending',
      'a (|data )request for party {partyId} is pending',
      'a user with a pending request exists',
      'a pending (|credentials )request exists',
    ],
    parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
    async setUp(sandbox, { partyId: wanted, providers }) {
      const party = await ensureParty(sandbox, { partyId: wanted });
      const { partyId, credentials, requests: known } = party;
      await withdraw(sandbox, party, { only: providers });
      for (const provider of providers) {
        if (!credentials.some((held) => held.provider === provider && held.state === 'active' && !held.expired))
          await issueCredential(sandbox, partyId, { provider });
        if (!known.some((request) => request.provider === provider && request.status === 'PENDING'))
          await sandbox.world.request(partyId, provider);
      }
      return partyOutcome(sandbox, partyId);
    },
  }),
  defineState({
    name: 'request-approved',
    summary: 'The party has approved data requests for its credentials from these providers.',
    sentences: [
      'party {partyId} has (an approved|approved the) request(| for {providers})',
      'a credentials request to party {partyId} is approved',
      'a user with an approved request exists',
      'an approved user exists',
    ],
    parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
    setUp: (sandbox, { partyId, providers }) => disclosingParty(sandbox, { partyId }, providers),
  }),
  defineState({
    name: 'request-rejected',
    summary: 'The party has rejected data requests for its credentials from these providers.',
    sentences: [
      'party {partyId} has (a rejected|rejected the) request(| for {providers})',
      'a credentials request to party {partyId} is rejected',
      'a user with a rejected request exists',
    ],
    parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
    async setUp(sandbox, { partyId, providers }) {
      const { world } = sandbox;
      const party = await ensureParty(sandbox, { partyId });
      for (const provider of providers) {
        const open = party.requests.find(
          (known) => known.provider === provider && (known.status === 'PENDING' || known.status === 'APPROVED'),
        );
        if (open === undefined) await world.request(party.partyId, provider, 'REJECTED');
        else await world.decide(party.partyId, { status: 'REJECTED', requestId: open.id });
      }
      return { values: valuesOf(party) };
    },
  }),
  defineState({
    name: 'requests-are-decided',
    summary: 'Every party approves, or rejects, its credentials requests, at once or after some time.',
    sentences: [
      'parties {decision} credentials requests(| after {after})',
      '(users|all parties) {decision} credentials requests',
    ],
    parameters: {
      decision: { type: 'text', description: 'The decision of the parties.', choices: ['approve', 'reject'] },
      after: { type: 'text', description: "A duration by the sandbox's clock: 30s, PT5M.", default: '0s' },
    },
    async setUp(sandbox, { decision, after }) {
      const scenario = SCENARIO_OF_DECISION[decision];
      await sandbox.use(scenario, { after });
      return { scenarios: [scenario] };
    },
  }),
  defineState({
    name: 'user-has-kyc-status',
    summary: 'The users list has a row with this KYC status.',
    sentences: [
      'a user with (KYC status|kycStatus) {kycStatus} exists',
      'the KYC status of (user|party) {partyId} is {kycStatus}',
      'user {partyId} has KYC status {kycStatus}',
    ],
    parameters: {
      kycStatus: {
        type: 'text',
        description: 'The KYC status of the row.',
        choices: ['TO_DO', 'IN_REVIEW', 'REJECTED', 'BLOCKED', 'EXPIRED', 'APPROVED'],
      },
      partyId: ANY_PARTY_ID,
    },
    async setUp(sandbox, { kycStatus, partyId }) {
      const party = await ensureParty(sandbox, { partyId });
      const known = new Set<string>([...party.credentials, ...party.requests].map(({ provider }) => provider));
      const provider = PROVIDERS.find((candidate) => !known.has(candidate));
      if (provider === undefined)
        throw new Error(`party "${party.partyId}" has a credential or a data request for every provider; name another`);
      if (kycStatus === 'BLOCKED') await sandbox.world.changeParty(party.partyId, { status: 'BLOCKED' });
      if (kycStatus === 'APPROVED' || kycStatus === 'BLOCKED') {
        await ensureDisclosed(sandbox, party.partyId, [provider]);
      } else {
        if (kycStatus !== 'TO_DO') await issueCredential(sandbox, party.partyId, { provider });
        await sandbox.world.request(party.partyId, provider, REQUEST_STATUS[kycStatus]);
      }
      return partyOutcome(sandbox, party.partyId);
    },
  }),
];
