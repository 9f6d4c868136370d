/** Provider states about the accounts of parties: address, name, status, and parties that do not exist. */

import { defineState } from '../provider-state.js';
import { unlessNotFound } from '../state-sandbox.js';
import { disclosingParty, ensureDisclosed, withdraw } from '../world/disclosure.js';
import { ensureParty, findByHandle, partyOutcome } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER, FROM_PROVIDERS, PARTY_ID } from './parameters.js';

export const accounts = [
  defineState({
    name: 'party-with-email',
    summary: 'A party has this e-mail address, and has disclosed credentials from these providers.',
    sentences: [
      'a (party|user|customer) with (e-mail|email|the e-mail address|the email address) {email} exists',
      'party {partyId} has the (e-mail|email|email address) {email}',
      'a user exists with (email|e-mail) {email}',
      'user with email {email} exists',
    ],
    parameters: {
      email: { type: 'text', description: "The e-mail address of the party's account." },
      partyId: ANY_PARTY_ID,
      providers: { ...FROM_PROVIDERS, default: ['GITHUB'] },
    },
    async setUp(sandbox, { email, partyId, providers }) {
      const [known] = partyId === undefined ? await findByHandle(sandbox, email) : [];
      return disclosingParty(sandbox, { partyId: partyId ?? known?.partyId, email }, providers);
    },
  }),
  defineState({
    name: 'party-with-username',
    summary: 'A party has this username, and has disclosed credentials from these providers.',
    sentences: [
      'a (party|user) with (|the )username {username} exists',
      'a (party|user) called {username} exists',
      'party {partyId} has the username {username}',
      'a user exists with username {username}',
    ],
    parameters: {
      username: { type: 'text', description: "The username of the party's account." },
      partyId: ANY_PARTY_ID,
      providers: { ...FROM_PROVIDERS, default: ['GITHUB'] },
    },
    async setUp(sandbox, { username, partyId, providers }) {
      const [known] = partyId === undefined ? await findByHandle(sandbox, username) : [];
      return disclosingParty(sandbox, { partyId: partyId ?? known?.partyId, username }, providers);
    },
  }),
  defineState({
    name: 'party-named',
    summary: 'A party has this name, and has disclosed a credential.',
    sentences: [
      'a (party|user) named {firstName} {lastName} exists',
      'party {partyId} is named {firstName} {lastName}',
      'the name of party {partyId} is {firstName} {lastName}',
    ],
    parameters: {
      firstName: { type: 'text', description: 'The first name.' },
      lastName: { type: 'text', description: 'The last name.' },
      partyId: ANY_PARTY_ID,
      provider: FROM_PROVIDER,
    },
    setUp: (sandbox, { provider, ...wanted }) => disclosingParty(sandbox, wanted, [provider]),
  }),
  defineState({
    name: 'party-status',
    summary: 'The account of the party is active, inactive or blocked. The party has disclosed a credential.',
    sentences: [
      'the status of party {partyId} is {status}',
      '(party|user) {partyId} is {status}',
      'a (user|party) with status {status} exists',
    ],
    parameters: {
      status: { type: 'text', description: 'The account status.', choices: ['ACTIVE', 'INACTIVE', 'BLOCKED'] },
      partyId: ANY_PARTY_ID,
      provider: FROM_PROVIDER,
    },
    async setUp(sandbox, { status, partyId, provider }) {
      const party = await ensureParty(sandbox, { partyId });
      await sandbox.world.changeParty(party.partyId, { status });
      await ensureDisclosed(sandbox, party.partyId, [provider]);
      return partyOutcome(sandbox, party.partyId);
    },
  }),
  defineState({
    name: 'party-unknown',
    summary: 'No party has this ID.',
    sentences: [
      '(party|user|customer) {partyId} does not exist',
      '(party|user) {partyId} is (unknown|not found)',
      'no (party|user) (|with ID ){partyId} exists',
      'there is no (party|user) (|with ID ){partyId}',
      'a (party|user) with ID {partyId} does not exist',
    ],
    parameters: { partyId: PARTY_ID },
    async setUp({ world }, { partyId }) {
      const known = await unlessNotFound(() => world.party(partyId));
      if (known !== undefined)
        throw new Error(
          `party "${partyId}" exists in this world, and parties cannot be removed; name another, or add the state "no parties exist"`,
        );
    },
  }),
  defineState({
    name: 'no-party-matches',
    summary: 'A look-up of this e-mail address or username finds nothing: no party that has it has disclosed anything.',
    sentences: [
      '(no party|no user|nobody) matches {q}',
      'no credentials match {q}',
      'no (party|user) with (e-mail|email|username) {q} exists',
      'a user with email {q} does not exist',
      'no user exists with email {q}',
      'nobody has the (email|username) {q}',
    ],
    parameters: { q: { type: 'text', description: 'The e-mail address or username.' } },
    async setUp(sandbox, { q }) {
      for (const party of await findByHandle(sandbox, q)) await withdraw(sandbox, party);
    },
  }),
];
