/** Sets up the provider states about data requests. */

import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import type { SetUps } from './set-ups.js';
import { disclosingParty, ensureDisclosed, issueCredential, withdraw } from '../world/disclosure.js';
import { ensureParty, partyOutcome, valuesOf } from '../world/ensure-party.js';

const SCENARIO_OF_DECISION = { approve: 'request-approved-later', reject: 'request-rejected-later' } as const;

/** The status of the data request behind a KYC status. */
const REQUEST_STATUS = { TO_DO: 'PENDING', IN_REVIEW: 'PENDING', REJECTED: 'REJECTED', EXPIRED: 'EXPIRED' } as const;

export const requests = {
  async 'request-pending'(sandbox, { partyId: wanted, providers }) {
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
  'request-approved': (sandbox, { partyId, providers }) => disclosingParty(sandbox, { partyId }, providers),
  async 'request-rejected'(sandbox, { partyId, providers }) {
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
  async 'requests-are-decided'(sandbox, { decision, after }) {
    const scenario = SCENARIO_OF_DECISION[decision];
    await sandbox.use(scenario, { after });
    return { scenarios: [scenario] };
  },
  async 'user-has-kyc-status'(sandbox, { kycStatus, partyId }) {
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
} satisfies Partial<SetUps>;
