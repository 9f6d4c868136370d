/** Provider states about the accounts of parties: address, name, status, and parties that do not exist. */

import { defineState } from '../provider-state.js';
import { unlessNotFound } from '../state-sandbox.js';
import { ensureDisclosed, withdraw } from '../world/disclosure.js';
import { ensureParty, findByHandle, partyOutcome } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER, FROM_PROVIDERS, PARTY_ID } from './parameters.js';

export const accounts = [
  defineState({
    name: 'party-with-email',
    summary: 'A party has this e-mail address, and has disclosed credentials from these providers.',
    sentences: [
      'a party with e-mail {email} exists',
      'a party with email {email} exists',
      'a party with the e-mail address {email} exists',
      'a party with the email address {email} exists',
      'a user with email {email} exists',
      'a user with e-mail {email} exists',
      'party {partyId} has the e-mail {email}',
      'party {partyId} has the email {email}',
      'party {partyId} has the email address {email}',
      'a user exists with email {email}',
      'a user exists with e-mail {email}',
      'user with email {email} exists',
      'a user with the email address {email} exists',
      'a customer with email {email} exists',
    ],
    parameters: {
      email: { type: 'text', description: "The e-mail address of the party's account." },
      partyId: ANY_PARTY_ID,
      providers: { ...FROM_PROVIDERS, default: ['GITHUB'] },
    },
    async setUp(sandbox, { email, partyId, providers }) {
      const [known] = partyId === undefined ? await findByHandle(sandbox, email) : [];
      const party = await ensureParty(sandbox, { partyId: partyId ?? known?.partyId, email });
      await ensureDisclosed(sandbox, party.partyId, providers);
      return partyOutcome(sandbox, party.partyId);
    },
  }),
  defineState({
    name: 'party-with-username',
    summary: 'A party has this username, and has disclosed credentials from these providers.',
    sentences: [
      'a party with username {username} exists',
      'a party with the username {username} exists',
      'a user with username {username} exists',
      'a party called {username} exists',
      'party {partyId} has the username {username}',
      'a user exists with username {username}',
      'a user with the username {username} exists',
      'a user called {username} exists',
    ],
    parameters: {
      username: { type: 'text', description: "The username of the party's account." },
      partyId: ANY_PARTY_ID,
      providers: { ...FROM_PROVIDERS, default: ['GITHUB'] },
    },
    async setUp(sandbox, { username, partyId, providers }) {
      const [known] = partyId === undefined ? await findByHandle(sandbox, username) : [];
      const party = await ensureParty(sandbox, { partyId: partyId ?? known?.partyId, username });
      await ensureDisclosed(sandbox, party.partyId, providers);
      return partyOutcome(sandbox, party.partyId);
    },
  }),
  defineState({
    name: 'party-named',
    summary: 'A party has this name, and has disclosed a credential.',
    sentences: [
      'a party named {firstName} {lastName} exists',
      'a user named {firstName} {lastName} exists',
      'party {partyId} is named {firstName} {lastName}',
      'the name of party {partyId} is {firstName} {lastName}',
    ],
    parameters: {
      firstName: { type: 'text', description: 'The first name.' },
      lastName: { type: 'text', description: 'The last name.' },
      partyId: ANY_PARTY_ID,
      provider: FROM_PROVIDER,
    },
    async setUp(sandbox, { firstName, lastName, partyId, provider }) {
      const party = await ensureParty(sandbox, { partyId, firstName, lastName });
      await ensureDisclosed(sandbox, party.partyId, [provider]);
      return partyOutcome(sandbox, party.partyId);
    },
  }),
  defineState({
    name: 'party-status',
    summary: 'The account of the party is active, inactive or blocked. The party has disclosed a credential.',
    sentences: [
      'the status of party {partyId} is {status}',
      'party {partyId} is {status}',
      'user {partyId} is {status}',
      'a user with status {status} exists',
      'a party with status {status} exists',
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
      'party {partyId} does not exist',
      'user {partyId} does not exist',
      'party {partyId} is unknown',
      'no party {partyId} exists',
      'there is no party {partyId}',
      'no party with ID {partyId} exists',
      'no user with ID {partyId} exists',
      'no user {partyId} exists',
      'user {partyId} is unknown',
      'a user with ID {partyId} does not exist',
      'a party with ID {partyId} does not exist',
      'there is no user {partyId}',
      'there is no user with ID {partyId}',
      'there is no party with ID {partyId}',
      'user {partyId} is not found',
      'party {partyId} is not found',
      'customer {partyId} does not exist',
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
      'no party matches {q}',
      'no user matches {q}',
      'nobody matches {q}',
      'no credentials match {q}',
      'no party with e-mail {q} exists',
      'no party with email {q} exists',
      'no party with username {q} exists',
      'no user with email {q} exists',
      'a user with email {q} does not exist',
      'no user exists with email {q}',
      'nobody has the email {q}',
      'nobody has the username {q}',
      'no user with username {q} exists',
    ],
    parameters: { q: { type: 'text', description: 'The e-mail address or username.' } },
    async setUp(sandbox, { q }) {
      for (const party of await findByHandle(sandbox, q)) await withdraw(sandbox, party);
    },
  }),
];
