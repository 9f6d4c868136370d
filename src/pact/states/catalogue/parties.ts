/** Provider states about parties and what they have disclosed. */

import { defineState } from '../provider-state.js';
import { ensureDisclosed, withdraw } from '../world/disclosure.js';
import { ensureParty, partyOutcome, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER, FROM_PROVIDERS } from './parameters.js';

export const parties = [
  defineState({
    name: 'party-exists',
    summary: 'The party exists, and has disclosed at least one credential.',
    sentences: [
      'party {partyId} exists',
      'user {partyId} exists',
      'a party with ID {partyId} exists',
      'a party with the party ID {partyId} exists',
      'a user with ID {partyId} exists',
      'there is a party {partyId}',
      'a party exists',
      'a user exists',
      'a user {partyId} exists',
      'user with ID {partyId} exists',
      'user exists with ID {partyId}',
      'a user exists with ID {partyId}',
      'a user with party ID {partyId} exists',
      'there is a user with ID {partyId}',
      'customer {partyId} exists',
      'a customer with ID {partyId} exists',
      'party {partyId} is known',
      'user {partyId} is known',
      'party with ID {partyId} exists',
      'a party exists with ID {partyId}',
      'a customer exists',
    ],
    parameters: { partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
    async setUp(sandbox, { partyId, provider }) {
      const party = await ensureParty(sandbox, { partyId });
      if (!party.credentials.some(({ disclosed, state, expired }) => disclosed && state === 'active' && !expired))
        await ensureDisclosed(sandbox, party.partyId, [provider]);
      return partyOutcome(sandbox, party.partyId);
    },
  }),
  defineState({
    name: 'party-has-disclosed',
    summary: 'The party has disclosed a current credential from each of these providers. Earlier disclosures stay.',
    sentences: [
      'party {partyId} has disclosed {providers}',
      'party {partyId} has credentials from {providers}',
      'user {partyId} has credentials from {providers}',
      'party {partyId} has a {providers} credential',
      'a party with credentials from {providers}',
      'a party with credentials from {providers} exists',
      'a party has disclosed {providers}',
      'a user with credentials from {providers} exists',
      'user {partyId} has disclosed {providers}',
      'party {partyId} has a credential from {providers}',
      'user {partyId} has a {providers} credential',
      'user {partyId} has a credential from {providers}',
      'party {partyId} has shared {providers}',
      'user {partyId} has shared {providers}',
      'party {partyId} has linked {providers}',
      'user {partyId} has linked {providers}',
      'party {partyId} is verified with {providers}',
      'user {partyId} is verified with {providers}',
      'party {partyId} has disclosed credentials from {providers}',
      'party {partyId} has disclosed credentials',
      'party {partyId} has credentials',
      'user {partyId} has credentials',
      'a user with a {providers} credential exists',
      'a party with a {providers} credential exists',
      'a user has disclosed {providers}',
    ],
    parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
    async setUp(sandbox, { partyId, providers }) {
      const party = await ensureParty(sandbox, { partyId });
      await ensureDisclosed(sandbox, party.partyId, providers);
      return partyOutcome(sandbox, party.partyId);
    },
  }),
  defineState({
    name: 'party-has-disclosed-only',
    summary: 'The party has disclosed a current credential from each of these providers, and nothing else.',
    sentences: [
      'party {partyId} has disclosed only {providers}',
      'party {partyId} has disclosed nothing but {providers}',
      'party {partyId} has disclosed {providers} only',
      'party {partyId} has disclosed exactly {providers}',
      'party {partyId} has credentials from {providers} only',
    ],
    parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
    async setUp(sandbox, { partyId, providers }) {
      const party = await ensureParty(sandbox, { partyId });
      const others = party.requests
        .map(({ provider }) => provider)
        .filter((name) => !providers.some((one) => one === name));
      await withdraw(sandbox, party, { only: others });
      await ensureDisclosed(sandbox, party.partyId, providers);
      return partyOutcome(sandbox, party.partyId);
    },
  }),
  defineState({
    name: 'party-has-disclosed-nothing',
    summary:
      'The party exists, but has disclosed no credentials, so it has no human score. Its credentials can be requested.',
    sentences: [
      'party {partyId} has disclosed nothing',
      'party {partyId} has disclosed no credentials',
      'party {partyId} has not disclosed anything',
      'party {partyId} has no credentials',
      'user {partyId} has no credentials',
      'party {partyId} has no human score',
      'party {partyId} can be asked for credentials',
      'a party has disclosed nothing',
      'a party without credentials exists',
      'user {partyId} has disclosed nothing',
      'user {partyId} has not disclosed anything',
      'user {partyId} has no human score',
      'a user without credentials exists',
      'a user with no credentials exists',
      'a party with no credentials exists',
      'user {partyId} exists but has no credentials',
      'party {partyId} exists but has no credentials',
    ],
    parameters: { partyId: ANY_PARTY_ID },
    async setUp(sandbox, { partyId }) {
      const party = await ensureParty(sandbox, { partyId });
      await withdraw(sandbox, party);
      return { values: valuesOf(party) };
    },
  }),
];
