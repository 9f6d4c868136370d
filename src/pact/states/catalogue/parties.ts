/** Provider states about parties and what they have disclosed. */

import { defineState } from '../provider-state.js';
import { disclosingParty, ensureDisclosed, withdraw } from '../world/disclosure.js';
import { ensureParty, partyOutcome, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER, FROM_PROVIDERS } from './parameters.js';

export const parties = [
  defineState({
    name: 'party-exists',
    summary: 'The party exists, and has disclosed at least one credential.',
    sentences: [
      '(party|user|customer|a user) {partyId} exists',
      '(a |)(party|user|customer) with ID {partyId} exists',
      'a (party with the|user with) party ID {partyId} exists',
      '(a |)(party|user) exists with ID {partyId}',
      'there is a (party|user with ID) {partyId}',
      '(party|user) {partyId} is known',
      'a (party|user|customer) exists',
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
      '(party|user) {partyId} has (disclosed|shared|linked) {providers}',
      '(party|user) {partyId} has (credentials|a credential) from {providers}',
      '(party|user) {partyId} has a {providers} credential',
      '(party|user) {partyId} has credentials',
      '(party|user) {partyId} is verified with {providers}',
      'party {partyId} has disclosed credentials(| from {providers})',
      'a (party|user) has disclosed {providers}',
      'a (party|user) with credentials from {providers}(| exists)',
      'a (party|user) with a {providers} credential exists',
    ],
    parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
    setUp: (sandbox, { partyId, providers }) => disclosingParty(sandbox, { partyId }, providers),
  }),
  defineState({
    name: 'party-has-disclosed-only',
    summary: 'The party has disclosed a current credential from each of these providers, and nothing else.',
    sentences: [
      'party {partyId} has disclosed (only|nothing but|exactly) {providers}',
      'party {partyId} has (disclosed|credentials from) {providers} only',
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
      '(party|user) {partyId} has (disclosed nothing|not disclosed anything|no credentials|no human score)',
      '(party|user) {partyId} exists but has no credentials',
      'party {partyId} has disclosed no credentials',
      'party {partyId} can be asked for credentials',
      'a party has disclosed nothing',
      'a (party|user) (without|with no) credentials exists',
    ],
    parameters: { partyId: ANY_PARTY_ID },
    async setUp(sandbox, { partyId }) {
      const party = await ensureParty(sandbox, { partyId });
      await withdraw(sandbox, party);
      return { values: valuesOf(party) };
    },
  }),
];
