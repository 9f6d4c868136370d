/**
 * The label of each scenario, whether a client recovers, is what a right client experiences: one that tries again, renews
 * its token, reads whole lists, drops repeated items, and finds results by their ID. It recovers if it gets what it gets without the scenario.
 */

import { type APIError, idSdk, type Connection } from 'id-emulator/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Emulator, SandboxControl } from '../../src/index.js';
import { startEmulator } from '../../src/index.js';
import { shippedScenarios } from '../../src/start/shipped.js';
import { cast } from '../cast.js';
import { addressesOf, withShortPauses } from './client-under-test.js';

const { partyId, email, credentials } = cast('Ben');
const contractId = credentials[0]!.contractId;
const others = cast('Alice').credentials.map((credential) => credential.contractId);

let pauses: Disposable;
let emulator: Emulator;
beforeAll(async () => {
  pauses = withShortPauses();
  emulator = await startEmulator({ population: 12, now: '2026-01-31T09:00:00Z' });
});
afterAll(async () => {
  pauses[Symbol.dispose]();
  await emulator.close();
});

async function distinct(items: AsyncIterable<unknown>): Promise<string[]> {
  const found = new Set<string>();
  for await (const item of items) found.add(JSON.stringify(item));
  return [...found];
}

/** What a client wants of each operation, in a form without what is new each time: tokens, links and times. */
const WANTED: Record<string, (connection: Connection, sandbox: SandboxControl) => Promise<unknown>> = {
  issueToken: async (connection) => (await connection.getUsers()).items,
  getUsers: (connection) => distinct(connection.iterateUsers({ pageSize: 15 })),
  getHumanScores: (connection) => distinct(connection.iterateHumanScores({ pageSize: 15 })),
  getHumanScoreByPartyId: (connection) => connection.getHumanScoreByPartyId(partyId),
  getCredentials: (connection) => distinct(connection.iterateCredentials({ pageSize: 15 })),
  getCredentialByPartyId: (connection) => connection.getCredentialByPartyId(partyId),
  resolveCredentials: (connection) => connection.resolve(email),
  createCredentialsRequest: async (connection, sandbox) => {
    await connection.createCredentialsRequest({ partyId, providers: ['REDDIT'] });
    sandbox.clock.advance('1h');
    const { items } = await connection.getUsers({ search: partyId });
    return items.some(({ kycProvider, reqStatus }) => kycProvider === 'REDDIT' && reqStatus !== 'REJECTED');
  },
  generateVerificationLink: async (connection) =>
    typeof (await connection.generateVerificationLink({ contractId })).token,
  generateVerificationLinksBatch: async (connection) => {
    const results = await connection.generateVerificationLinks([contractId, ...others]);
    return results.map((item) => [item.contractId, item.result !== undefined]);
  },
  checkVerificationStatus: (connection, sandbox) =>
    connection.checkVerificationStatus(sandbox.verificationLink(contractId).token),
};

/** Parameters that shorten waits, and a scenario without which another has nothing to change. */
const PARAMETERS: Record<string, Record<string, string | number>> = {
  'batch-slow': { delay: '50ms' },
  drip: { every: '1ms', bytes: 2_000 },
  latency: { from: '1ms', to: '20ms' },
  'latency-tail': { median: '5ms', spread: 0 },
  'missing-members': { members: 'getCredentials:items[].provider' },
  'rate-limit-burst': { 'retry-after': 0 },
  'rate-limit-steady': { per: '1s' },
  'rate-limit-with-date': { per: '1s' },
  'service-unavailable': { 'retry-after': 0 },
  'short-lived-token': { seconds: 1 },
  'slow-body': { delay: '50ms' },
  'token-endpoint-down': { 'retry-after': 0 },
  'token-endpoint-slow': { delay: '50ms' },
  'token-endpoint-throttled': { 'retry-after': 0 },
};
const BESIDE: Record<string, string> = { 'other-error-shape': 'server-error' };

/** How often a right client tries what failed, unless the service has answered that it will always fail. */
const MOST_TRIES = 6;
const FINAL = [400, 401, 403, 404];

/** What the client gets of an operation, twice: some scenarios change what comes later. */
async function gotten(operation: string, scenario?: string): Promise<unknown> {
  const sandbox = emulator.sandbox();
  for (const name of scenario === undefined ? [] : [scenario, BESIDE[scenario] ?? []].flat())
    sandbox.scenarios.use(name, PARAMETERS[name] ?? {});
  const connection = await idSdk.connect({ ...addressesOf(sandbox, emulator.network), timeout: 3_000, retries: 5 });
  const once = async (): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await WANTED[operation]!(connection, sandbox);
      } catch (error) {
        if (attempt === MOST_TRIES || FINAL.includes((error as APIError).status)) return String(error);
      }
    }
  };
  return [await once(), await once()];
}

const usual = new Map<string, Promise<unknown>>();

/** What the client gets without a scenario. */
function usuallyGotten(operation: string): Promise<unknown> {
  const known = usual.get(operation) ?? gotten(operation);
  usual.set(operation, known);
  return known;
}

/** `variant` is no failure: its own test is `all-variants.long.test.ts`. */
const scenarios = [...shippedScenarios().values()].filter(({ name }) => name !== 'variant');

test.concurrent.each(scenarios)('$name: recovers $recoverable', async ({ name, operations, recoverable }) => {
  const outcomes = operations.map(async (operation) => {
    const disturbed = await gotten(operation, name);
    return JSON.stringify(await usuallyGotten(operation)) === JSON.stringify(disturbed) ? [] : operation;
  });
  const differing = (await Promise.all(outcomes)).flat();
  expect({ recovers: differing.length === 0, differing }).toMatchObject({ recovers: recoverable });
});
