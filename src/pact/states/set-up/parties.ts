/** Sets up the provider states about parties: their accounts, their data requests, and what they have disclosed. */

import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import type { SetUps } from './set-ups.js';
import type { StateOutcome } from '../provider-state.js';
import { unlessNotFound, type StateSandbox } from '../state-sandbox.js';
import { disclosingParty, ensureDisclosed, issueCredential, withdraw } from '../world/disclosure.js';
import type { DisclosingParty } from '../world/disclosure.js';
import { aboutParty, findByHandle } from '../world/ensure-party.js';

/** The scenario that makes the decision later. */
const SCENARIO_OF_DECISION = { approve: 'request-approved-later', reject: 'request-rejected-later' } as const;

/** The status of the data request behind a KYC status. */
const REQUEST_STATUS = { TO_DO: 'PENDING', IN_REVIEW: 'PENDING', REJECTED: 'REJECTED', EXPIRED: 'EXPIRED' } as const;

/** The last argument of `world.request`: the request becomes EXPIRED if nobody decides it in time. */
const LAPSES = true;

/**
 * Sets up a party with this e-mail address or username. If the state names no party, a party that has the handle
 * already is taken.
 */
async function disclosingHolder(handle: string, sandbox: StateSandbox, wanted: DisclosingParty): Promise<StateOutcome> {
  const [holder] = wanted.partyId === undefined ? await findByHandle(sandbox, handle) : [];
  return disclosingParty(sandbox, { ...wanted, partyId: wanted.partyId ?? holder?.partyId });
}

/** How each state is set up, by its name. `aboutParty` finds or adds the party first. */
export const parties = {
  'party-exists': aboutParty(async (sandbox, { partyId, credentials }, { provider }) => {
    // One credential that lists show is enough for the party to be visible.
    const isShown = credentials.some(({ disclosed, state, expired }) => disclosed && state === 'active' && !expired);
    if (!isShown) await ensureDisclosed(sandbox, partyId, [provider]);
  }),
  'party-has-disclosed': disclosingParty,
  'party-has-disclosed-only': aboutParty(async (sandbox, party, { providers }) => {
    // Only requests disclose credentials, so a provider without one discloses nothing.
    const otherProviders = party.requests
      .map(({ provider }) => provider)
      .filter((name) => !providers.some((wanted) => wanted === name));
    await withdraw(sandbox, party, { only: otherProviders });
    await ensureDisclosed(sandbox, party.partyId, providers);
  }),
  'party-has-disclosed-nothing': aboutParty((sandbox, party) => withdraw(sandbox, party)),
  'party-with-email': (sandbox, wanted) => disclosingHolder(wanted.email, sandbox, wanted),
  'party-with-username': (sandbox, wanted) => disclosingHolder(wanted.username, sandbox, wanted),
  'party-named': disclosingParty,
  'party-status': aboutParty(async (sandbox, { partyId }, { status, provider }) => {
    await sandbox.world.changeParty(partyId, { status });
    await ensureDisclosed(sandbox, partyId, [provider]);
  }),
  async 'party-unknown'({ world }, { partyId }) {
    const existing = await unlessNotFound(() => world.party(partyId));
    if (existing !== undefined)
      throw new Error(
        `party "${partyId}" exists in this world, and parties cannot be removed; name another, or add the state "no parties exist"`,
      );
  },
  async 'no-party-matches'(sandbox, { q }) {
    // Parties cannot be removed, but a look-up finds only what is disclosed.
    for (const party of await findByHandle(sandbox, q)) await withdraw(sandbox, party);
  },
  'request-pending': aboutParty(async (sandbox, party, { providers }) => {
    const { partyId, credentials, requests } = party;
    // An approved request would disclose the credentials of these providers.
    await withdraw(sandbox, party, { only: providers });
    for (const provider of providers) {
      if (!credentials.some((held) => held.provider === provider && held.state === 'active' && !held.expired))
        await issueCredential(sandbox, partyId, { provider });
      if (!requests.some((request) => request.provider === provider && request.status === 'PENDING'))
        await sandbox.world.request(partyId, provider, 'PENDING', LAPSES);
    }
  }),
  'request-approved': disclosingParty,
  'request-rejected': aboutParty(async ({ world }, party, { providers }) => {
    for (const provider of providers) {
      const open = party.requests.find(
        (request) => request.provider === provider && (request.status === 'PENDING' || request.status === 'APPROVED'),
      );
      if (open === undefined) await world.request(party.partyId, provider, 'REJECTED');
      else await world.decide(party.partyId, { status: 'REJECTED', requestId: open.id });
    }
  }),
  async 'requests-are-decided'(sandbox, { decision, after }) {
    const scenario = SCENARIO_OF_DECISION[decision];
    await sandbox.use(scenario, { after });
    return { scenarios: [scenario] };
  },
  'user-has-kyc-status': aboutParty(async (sandbox, party, { kycStatus }) => {
    // The KYC status is that of one provider, so it needs a provider of which the party has nothing yet.
    const usedProviders = new Set<string>([...party.credentials, ...party.requests].map(({ provider }) => provider));
    const provider = PROVIDERS.find((candidate) => !usedProviders.has(candidate));
    if (provider === undefined)
      throw new Error(`party "${party.partyId}" has a credential or a data request for every provider; name another`);

    if (kycStatus === 'BLOCKED') await sandbox.world.changeParty(party.partyId, { status: 'BLOCKED' });
    if (kycStatus === 'APPROVED' || kycStatus === 'BLOCKED') {
      await ensureDisclosed(sandbox, party.partyId, [provider]);
    } else {
      // In every status but `TO_DO`, the party holds the credential that the request is about.
      if (kycStatus !== 'TO_DO') await issueCredential(sandbox, party.partyId, { provider });
      await sandbox.world.request(party.partyId, provider, REQUEST_STATUS[kycStatus], LAPSES);
    }
  }),
} satisfies Partial<SetUps>;
