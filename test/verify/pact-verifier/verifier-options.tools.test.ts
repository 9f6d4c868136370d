/** Pact's own `Verifier` with our options, and the state handlers alone. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { VerifierOptions } from '@pact-foundation/pact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { stateHandlers, verifierOptions } from '../../../src/verify/verifier-options.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ population: 5 });
});
afterAll(() => emulator.close());

type Interaction = Readonly<Record<'request' | 'response', object>> & {
  readonly states?: readonly (string | { readonly name: string; readonly params: object })[];
};

const JSON_BODY = { 'Content-Type': 'application/json; charset=utf-8' };

function pact(...interactions: readonly Interaction[]): object {
  return {
    consumer: { name: 'consumer' },
    provider: { name: 'identity' },
    interactions: interactions.map(({ states = [], ...interaction }, at) => ({
      description: `interaction ${at}`,
      providerStates: states.map((state) => (typeof state === 'string' ? { name: state } : state)),
      ...interaction,
    })),
    metadata: { pactSpecification: { version: '3.0.0' } },
  };
}

const AUTHORIZED = { Authorization: 'Bearer a-placeholder' };

/** A link token that exists at run time only goes into the path. */
const CHECKED: Interaction = {
  states: [{ name: 'a link token for {contractId} exists', params: { contractId: '00abc' } }],
  request: {
    method: 'GET',
    path: '/api/v1/verification/check/TOKEN',
    generators: { path: { type: 'ProviderState', expression: '/api/v1/verification/check/${token}' } },
  },
  response: { status: 200, headers: JSON_BODY, body: { contractId: '00abc', status: 'strong' } },
};

const LISTED: Interaction = {
  states: ['party party::123 has disclosed GOOGLE and GITHUB', 'no users exist'],
  request: { method: 'GET', path: '/api/v1/institutions/me/credentials', headers: AUTHORIZED },
  response: {
    status: 200,
    headers: JSON_BODY,
    body: {
      pagination: { total: 2 },
      items: [
        { partyId: 'party::123', provider: 'GOOGLE' },
        { partyId: 'party::123', provider: 'GITHUB' },
      ],
    },
  },
};

const UNTOUCHED: Interaction = {
  request: { method: 'GET', path: '/api/v1/institutions/me/users', query: 'search=party::123', headers: AUTHORIZED },
  response: { status: 200, headers: JSON_BODY, body: { items: [], pagination: { total: 0 } } },
};

const REFUSED: Interaction = {
  states: ['no access token is sent'],
  request: { method: 'GET', path: '/api/v1/institutions/me/users' },
  response: { status: 401, headers: JSON_BODY, body: { error: 'unauthorized' } },
};

const INVENTED: Interaction = {
  states: ['the verification token vt/1 is valid'],
  request: { method: 'GET', path: '/api/v1/verification/check/vt%2F1' },
  response: { status: 200 },
};

function usersUnder(...states: readonly string[]): Interaction {
  return {
    states,
    request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED },
    response: { status: 200 },
  };
}

/** A token request with the form of a pact. */
function tokenUnder(state: string, status: number): Interaction {
  const body = 'grant_type=client_credentials&client_id=my-client&client_secret=my-secret';
  return {
    states: [state],
    request: {
      method: 'POST',
      path: '/oauth/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    },
    response: { status },
  };
}

/** A request with a JSON body. */
const LINKED: Interaction = {
  states: ['contract 00abc exists'],
  request: {
    method: 'POST',
    path: '/api/v1/verification/generate-link',
    headers: { ...AUTHORIZED, 'Content-Type': 'application/json' },
    body: { contractId: '00abc' },
  },
  response: { status: 200 },
};

const FAILING = [
  usersUnder('users exist'),
  usersUnder('lorem ipsum'),
  usersUnder('lorem ipsum', 'users exist'),
  usersUnder('users exist', 'scenario: nothing-known'),
  usersUnder('users exist'),
];

/** The interactions with a token that is good in the sandbox. */
function withToken(token: string, interactions: readonly Interaction[]): Interaction[] {
  return interactions.map((interaction) => ({
    ...interaction,
    request: { ...interaction.request, headers: { Authorization: `Bearer ${token}` } },
  }));
}

/** What Pact verifies, by name; where the handlers are alone, the pact itself has a good token. */
const JOBS: Readonly<
  Record<string, { readonly interactions: readonly Interaction[]; readonly handlersAlone?: boolean }>
> = {
  good: { interactions: [LISTED, UNTOUCHED, CHECKED, REFUSED, UNTOUCHED] },
  invented: { interactions: [INVENTED] },
  bodies: {
    interactions: [tokenUnder('client my-client is registered', 200), tokenUnder('the client is unknown', 401), LINKED],
  },
  'handlers alone': { interactions: [LISTED, CHECKED], handlersAlone: true },
  failing: { interactions: FAILING },
  'handlers alone, failing': { interactions: FAILING, handlersAlone: true },
  'expected to be refused': { interactions: [{ ...REFUSED, states: ['lorem ipsum'] }] },
};

/** The interactions that Pact reports as failed, by name of the job. */
let failed: Readonly<Record<string, readonly string[]>>;
let events: readonly unknown[];
beforeAll(async () => {
  const jobs = Object.entries(JOBS).map(([name, { interactions, handlersAlone = false }]) => {
    const sandbox = emulator.sandbox();
    return {
      name,
      sandbox: sandbox.id,
      handlersAlone,
      pact: pact(...(handlersAlone ? withToken(sandbox.accessToken().accessToken, interactions) : interactions)),
    };
  });
  await using folder = await temporaryFolder({ 'jobs.json': JSON.stringify({ url: emulator.url, jobs }) });
  await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('verify-pacts.mjs', import.meta.url)),
    join(folder.path, 'jobs.json'),
  ]);
  failed = JSON.parse(readFileSync(join(folder.path, 'jobs.json'), 'utf8')) as typeof failed;
  events = emulator.sandboxes().flatMap(({ world }) => world.events().events);
}, 60_000);

test('a pact passes whose states take values, return values and need an empty world', () => {
  expect(failed['good']).toEqual([]);
});

test('the sandbox is restored after each interaction', () => {
  expect(events).toEqual([]);
});

test('a real link token replaces an invented one', () => {
  expect(failed['invented']).toEqual([]);
});

test('forms and JSON arrive unchanged, except for invented credentials', () => {
  expect(failed['bodies']).toEqual([]);
});

test('the handlers alone suffice for a pact with a valid token', () => {
  expect(failed['handlers alone']).toEqual([]);
});

test.each(['failing', 'handlers alone, failing'])(
  'a state that is unknown, or cannot be set up, fails only its own interaction: %s',
  (job) => {
    expect(failed[job]).toEqual(['interaction 1', 'interaction 2', 'interaction 3']);
  },
);

test('an unknown state fails even an interaction that expects a refusal', () => {
  expect(failed['expected to be refused']).toEqual(['interaction 0']);
});

test('handlers of sentences without values are listed, and every sentence finds its handler', async () => {
  using sandbox = emulator.sandbox();
  const handlers = stateHandlers(sandbox);
  expect(Object.keys(handlers)).toContain('no users exist');
  expect(Object.keys(handlers).join()).not.toContain('{');
  await handlers['party party::1 exists']!.setup();
  expect(sandbox.world.party('party::1').credentials).toHaveLength(1);
  await handlers['credential 00abc of party {partyId} is revoked']!.setup({ partyId: 'party::1' });
  expect(sandbox.world.credential('00abc')).toMatchObject({ partyId: 'party::1', credential: { state: 'revoked' } });
  await handlers['party party::1 exists']!.teardown();
  await handlers['credential 00abc of party {partyId} is revoked']!.teardown();
  expect(sandbox.world.events().events).toEqual([]);
  expect(JSON.stringify({ handlers })).toBe('{"handlers":{}}');
  await expect(Promise.resolve(handlers)).resolves.toBe(handlers);
});

test('a consumer can add its own handlers', async () => {
  using sandbox = emulator.sandbox();
  const own = { setup: () => Promise.resolve({}), teardown: () => Promise.resolve(undefined) };
  const handlers = Object.assign(stateHandlers(sandbox), { 'something of ours': own });
  expect(handlers['something of ours']).toBe(own);
  await expect(handlers['a party exists']!.setup()).resolves.toHaveProperty('partyId');
});

test("the options have the type that Pact's Verifier requires", () => {
  using sandbox = emulator.sandbox();
  const options: Partial<VerifierOptions> = verifierOptions(sandbox);
  expect(Object.keys(options)).toEqual(['providerBaseUrl', 'stateHandlers', 'requestFilter']);
  expect(options.providerBaseUrl).toBe(emulator.url);
});
