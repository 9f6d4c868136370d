/** Provider states about parties and what they have disclosed. */

import { defineState } from '../provider-state.js';
import { unlessNotFound } from '../state-sandbox.js';
import { ensureDisclosed, withdraw } from '../world/disclosure.js';
import { ensureParty, findByHandle, partyOutcome, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER, FROM_PROVIDERS, PARTY_ID } from './parameters.js';

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
