/** Sets up the provider states about parties: their accounts, their data requests, and what they have disclosed. */

import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import type { SetUps } from './set-ups.js';
import { unlessNotFound } from '../state-sandbox.js';
import { disclosingParty, ensureDisclosed, issueCredential, withdraw } from '../world/disclosure.js';
import { ensureParty, findByHandle, partyOutcome, valuesOf } from '../world/ensure-party.js';

const SCENARIO_OF_DECISION = { approve: 'request-approved-later', reject: 'request-rejected-later' } as const;

/** The status of the data request behind a KYC status. */
const REQUEST_STATUS = { TO_DO: 'PENDING', IN_REVIEW: 'PENDING', REJECTED: 'REJECTED', EXPIRED: 'EXPIRED' } as const;

export const parties = {
  async 'party-exists'(sandbox, { partyId, provider }) {
    const party = await ensureParty(sandbox, { partyId });
    if (!party.credentials.some(({ disclosed, state, expired }) => disclosed && state === 'active' && !expired))
      await ensureDisclosed(sandbox, party.partyId, [provider]);
    return partyOutcome(sandbox, party.partyId);
  },
  'party-has-disclosed': (sandbox, { partyId, providers }) => disclosingParty(sandbox, { partyId }, providers),
  async 'party-has-disclosed-only'(sandbox, { partyId, providers }) {
    const party = await ensureParty(sandbox, { partyId });
    const otherProviders = party.requests
      .map(({ provider }) => provider)
      .filter((name) => !providers.some((kept) => kept === name));
    await withdraw(sandbox, party, { only: otherProviders });
    await ensureDisclosed(sandbox, party.partyId, providers);
    return partyOutcome(sandbox, party.partyId);
  },
  async 'party-has-disclosed-nothing'(sandbox, { partyId }) {
    const party = await ensureParty(sandbox, { partyId });
    await withdraw(sandbox, party);
    return { values: valuesOf(party) };
  },
  async 'party-with-email'(sandbox, { email, partyId, providers }) {
    const [known] = partyId === undefined ? await findByHandle(sandbox, email) : [];
    return disclosingParty(sandbox, { partyId: partyId ?? known?.partyId, email }, providers);
  },
  async 'party-with-username'(sandbox, { username, partyId, providers }) {
    const [known] = partyId === undefined ? await findByHandle(sandbox, username) : [];
    return disclosingParty(sandbox, { partyId: partyId ?? known?.partyId, username }, providers);
  },
  'party-named': (sandbox, { provider, ...wanted }) => disclosingParty(sandbox, wanted, [provider]),
  async 'party-status'(sandbox, { status, partyId, provider }) {
    const party = await ensureParty(sandbox, { partyId });
    await sandbox.world.changeParty(party.partyId, { status });
    await ensureDisclosed(sandbox, party.partyId, [provider]);
    return partyOutcome(sandbox, party.partyId);
  },
  async 'party-unknown'({ world }, { partyId }) {
    const known = await unlessNotFound(() => world.party(partyId));
    if (known !== undefined)
      throw new Error(
        `party "${partyId}" exists in this world, and parties cannot be removed; name another, or add the state "no parties exist"`,
      );
  },
  async 'no-party-matches'(sandbox, { q }) {
    // Parties cannot be removed, but a look-up finds only what is disclosed.
    for (const party of await findByHandle(sandbox, q)) await withdraw(sandbox, party);
  },
  async 'request-pending'(sandbox, { partyId: wanted, providers }) {
    const party = await ensureParty(sandbox, { partyId: wanted });
    const { partyId, credentials, requests: known } = party;
    await withdraw(sandbox, party, { only: providers });
    for (const provider of providers) {
      if (!credentials.some((held) => held.provider === provider && held.state === 'active' && !held.expired))
        await issueCredential(sandbox, partyId, { provider });
      if (!known.some((request) => request.provider === provider && request.status === 'PENDING'))
        await sandbox.world.request(partyId, provider, 'PENDING', true);
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
      await sandbox.world.request(party.partyId, provider, REQUEST_STATUS[kycStatus], true);
    }
    return partyOutcome(sandbox, party.partyId);
  },
} satisfies Partial<SetUps>;
