/** Sets up the provider states about parties: their accounts, and what they have disclosed. */

import type { SetUps } from './set-ups.js';
import { unlessNotFound } from '../state-sandbox.js';
import { disclosingParty, ensureDisclosed, withdraw } from '../world/disclosure.js';
import { ensureParty, findByHandle, partyOutcome, valuesOf } from '../world/ensure-party.js';

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
    const others = party.requests
      .map(({ provider }) => provider)
      .filter((name) => !providers.some((one) => one === name));
    await withdraw(sandbox, party, { only: others });
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
    for (const party of await findByHandle(sandbox, q)) await withdraw(sandbox, party);
  },
} satisfies Partial<SetUps>;
