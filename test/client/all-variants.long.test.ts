/**
 * The client in every variant and revision of the service: the outcome of each call, and the reason if it fails. By default
 * a variant is tried with the everyday calls and those whose outcome it changes, in a long run with all.
 */

import { idSdk, type Connection } from 'id-emulator/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REVISIONS } from '../../src/contract/contract.js';
import { startEmulator, type Emulator, type SandboxControl, type SandboxOptions } from '../../src/index.js';
import { shippedVariants } from '../../src/start/shipped.js';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { addressesOf, withShortPauses } from './client-under-test.js';

const { partyId, email, credentials } = cast('Ben');
const contractId = credentials[0]!.contractId;

type Call = (connection: Connection, sandbox: SandboxControl) => Promise<unknown>;

/** Calls of a careful program, and calls for resources that do not exist. */
const CALLS: Readonly<Record<string, Call>> = {
  'every user': async (connection) => {
    let count = 0;
    for await (const _ of connection.iterateUsers()) count++;
    return count;
  },
  'human scores': async (connection) => (await connection.getHumanScores({ partyIds: [partyId] })).items.length,
  'a human score': async (connection) => (await connection.getHumanScoreByPartyId(partyId)).partyId === partyId,
  credentials: async (connection) => (await connection.getCredentials({ limit: 20 })).items.length,
  'credentials of a party': async (connection) => (await connection.getCredentialByPartyId(partyId)).length,
  'a look-up': async (connection) => (await connection.resolve(email)).credentials.length,
  'a request': (connection) => connection.createCredentialsRequest({ partyId, providers: ['REDDIT'] }),
  'a link and its check': async (connection) => {
    const { token } = await connection.generateVerificationLink({ contractId });
    return (await connection.checkVerificationStatus(token)).isActive;
  },
  'many links': async (connection) => (await connection.generateVerificationLinks([contractId, '00'])).length,
  'after two hours': async (connection, { clock }) => {
    await connection.getUsers();
    clock.advance('2h');
    return (await connection.getUsers()).items.length;
  },
  'when throttled': async (connection, sandbox) => {
    sandbox.use('rate-limit-burst', { burst: 1, 'retry-after': 0 });
    const { items } = await connection.getUsers();
    sandbox.scenarios.stopAll();
    return items.length;
  },
  'the score of nobody': async (connection) =>
    (await connection.getHumanScoreByPartyId('nobody')).humanScore.totalScore,
  'the credentials of nobody': async (connection) => (await connection.getCredentialByPartyId('nobody')).length,
  'a look-up of nobody': async (connection) => (await connection.resolve('nobody')).credentials.length,
  'a request to nobody': (connection) =>
    connection.createCredentialsRequest({ partyId: 'nobody', providers: ['REDDIT'] }),
  'a link for nothing': (connection) => connection.generateVerificationLink({ contractId: '00' }),
  'no links': async (connection) => (await connection.generateVerificationLinksBatch({ requests: [] })).results.length,
  'a link twice': async (connection) =>
    (await connection.generateVerificationLinksBatch({ requests: [{ contractId }, { contractId }] })).results.length,
  'an expired link': async (connection, sandbox) =>
    (await connection.checkVerificationStatus(sandbox.verificationLink(contractId, { lifetime: 0 }).token)).status,
  'a page of 101': async (connection) => (await connection.getUsers({ limit: 101 })).items.length,
  'wrong credentials': (_, sandbox) => connect(sandbox, 'wrong').then((connection) => connection.getUsers()),
};

/** Calls that every variant is tried with: lists, look-ups, links, an error, a renewed token and a repeated call. */
const EVERYDAY = [
  'every user',
  'a human score',
  'credentials',
  'a look-up',
  'a link and its check',
  'after two hours',
  'when throttled',
  'a link for nothing',
];

/** The outcomes by the contract itself. */
const USUAL: Readonly<Record<string, unknown>> = {
  'the score of nobody': 'APIError 404',
  'a request to nobody': 'APIError 404',
  'a link for nothing': 'APIError 404',
  'an expired link': 'APIError 404',
  'a page of 101': 'APIError 400',
  'wrong credentials': 'UnauthorizedError 401',
};

/** The outcomes that differ in a variant: the client passes on what the service returns, and cannot hide the difference. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'bad-client=bad-request': { 'wrong credentials': 'UnauthorizedError 400' },
  'users-row=party': { 'every user': 77 },
  'over-limit=clamped': { 'a page of 101': 100 },
  'max-limit=20': { 'every user': 'APIError 400' },
  'max-limit=50': { 'every user': 'APIError 400' },
  'unknown-party-score=zero': { 'the score of nobody': 0 },
  'unknown-party-score=403': { 'the score of nobody': 'UnauthorizedError 403' },
  'no-match=404': { 'a look-up of nobody': 'APIError 404' },
  'unknown-party-request=204': { 'a request to nobody': undefined },
  'unknown-party-request=400': { 'a request to nobody': 'APIError 400' },
  'unknown-party-credentials=404': { 'the credentials of nobody': 'APIError 404' },
  'unknown-contract=400': { 'a link for nothing': 'APIError 400' },
  'unknown-contract=403': { 'a link for nothing': 'UnauthorizedError 403' },
  'empty-batch=refused': { 'no links': 'APIError 400' },
  'duplicate-in-batch=refused': { 'a link twice': 'APIError 400' },
  'duplicate-in-batch=once': { 'a link twice': 1 },
  'expired-link=410': { 'an expired link': 'APIError 410' },
  'expired-link=expired': { 'an expired link': 'expired' },
  'expired-link=not-found': { 'an expired link': 'not_found' },
};

let emulator: Emulator;
let usual: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  emulator = await startEmulator({ population: 60 });
  usual = await outcomes({}, Object.keys(CALLS));
});
const pauses = withShortPauses();
afterAll(() => {
  pauses[Symbol.dispose]();
  return emulator.close();
});

test('in the contract itself, only calls for missing resources and invalid calls fail', () => {
  expect(Object.fromEntries(Object.entries(usual).filter(([, outcome]) => String(outcome).includes('Error')))).toEqual(
    USUAL,
  );
});

const alternatives = shippedVariants().flatMap(({ point, others }) => others.map(({ name }) => ({ point, name })));

test.each(alternatives)('$point=$name', async ({ point, name }) => {
  const otherwise = OTHERWISE[`${point}=${name}`] ?? {};
  const everyday = [...EVERYDAY, ...Object.keys(otherwise)];
  const called = Object.keys(CALLS).filter((call) => budget({ short: everyday.includes(call), long: true }));
  const expected = Object.fromEntries(called.map((call) => [call, { ...usual, ...otherwise }[call]]));
  expect(await outcomes({ variants: { [point]: name } }, called)).toEqual(expected);
});

test.each(REVISIONS)('revision %s', async (revision) => {
  expect(await outcomes({ revision }, Object.keys(CALLS))).toEqual(usual);
});

test('the client filters by e-mail and looks up by alias if the revision has them', async () => {
  const revised = await connect(emulator.sandbox({ revision: '2026-04' }));
  expect((await revised.getCredentials({ emails: [email] })).items.map((item) => [item.partyId, item.email])).toEqual([
    [partyId, email],
  ]);
  expect((await revised.getHumanScores({ emails: [email] })).items.map((item) => [item.partyId, item.email])).toEqual([
    [partyId, email],
  ]);
  expect(await revised.resolveCredentials({ a: 'ben.5n.xyz' })).toEqual(await revised.resolve(email));
});

async function outcomes(options: SandboxOptions, called: readonly string[]): Promise<Record<string, unknown>> {
  const sandbox = emulator.sandbox(options);
  const connection = await connect(sandbox);
  const seen: [string, unknown][] = [];
  for (const name of called) {
    const outcome = await CALLS[name]!(connection, sandbox).catch((error: unknown) =>
      `${(error as Error).name} ${(error as { status?: number }).status ?? ''}`.trim(),
    );
    seen.push([name, outcome]);
  }
  return Object.fromEntries(seen);
}

function connect(sandbox: SandboxControl, clientSecret = sandbox.clientSecret): Promise<Connection> {
  return idSdk.connect({ ...addressesOf(sandbox, emulator.network), clientSecret });
}
