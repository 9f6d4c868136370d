/** The journal over HTTP: queries, single exchanges, verification, HAR. */

import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { expect, onTestFinished, test } from 'vitest';
import type { EmulatorOptions } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { fetchedBy, sandboxesOf, testExchanges, type Sender } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';

const BEN = cast('Ben');
const STORY: readonly [path: string, body?: object | undefined, headers?: Readonly<Record<string, string>>][] = [
  ['users?limit=1'],
  [`human-scores/${BEN.partyId}`, undefined, { 'Emulator-Scenario': 'server-error' }],
  [`credentials/resolve?q=${BEN.email.toUpperCase()}`],
  ['credentials/request', { partyId: BEN.partyId, providers: ['REDDIT'] }],
  ['verification/generate-link', { contractId: BEN.credentials[0]!.contractId }],
  ['/api/v1/institution/me/users'],
];

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: '2026-01-31T09:00:00.000Z' }));
const open = sandboxesOf(controlled.emulator);

const teller = await open({});
for (const call of STORY) {
  await fetchedBy(teller, ...call);
  await fetchedBy(teller, 'control/clock/advance', { by: '1m' });
}
const told = `/_emulator/sandboxes/${String(teller.values!['id'])}`;

testExchanges(new URL('journal-queries.yaml', import.meta.url), async (options) => {
  const sender = await (Object.keys(options).length === 0 ? open({}) : inItsOwn(options));
  return { ...sender, values: { ...sender.values, told } };
});

/** A sandbox of an emulator with options. */
async function inItsOwn(options: EmulatorOptions): Promise<Sender> {
  const own = await startControlledEmulator({ population: 0, ...options });
  onTestFinished(() => own.close());
  return sandboxesOf(own.emulator)({});
}

test('the journal is a valid HTTP archive', async () => {
  const { json } = await fetchedBy(teller, 'control/journal/har');
  const { log } = json as { log: { entries: { request: { url: string }; _exchange: number }[] } };
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addMetaSchema(draft6);
  ajv.addSchema(Object.values(createRequire(import.meta.url)('har-schema') as Readonly<Record<string, object>>));
  expect(ajv.validate('har.json#', json), ajv.errorsText()).toBe(true);
  expect(log.entries.map((entry) => entry._exchange)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(log.entries[1]!.request.url).toBe(`${controlled.emulator.apiUrl}/institutions/me/users?limit=1`);
});

/** Sends a request under a scenario, whose response does not come. */
async function unanswered(sandbox: TestSandbox, selection: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(sandbox.apiUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${pathname}/institutions/me/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.token}\r\nEmulator-Scenario: ${selection}\r\n\r\n`,
  );
  await expect.poll(() => exchangesOf(sandbox)).toMatchObject([{ id: 1 }, { id: 2 }]);
  return socket;
}

const exchangesOf = async ({ done }: TestSandbox) =>
  (await done<{ exchanges: { duration?: number }[] }>('get', '/journal')).exchanges;

test('an exchange has a duration, also if the client disconnected', async () => {
  const sandbox = await controlled.open();
  (await unanswered(sandbox, 'latency;from="10s";to="10s"')).destroy();
  await sandbox.get('/institutions/me/users');
  const [, hungUp, whole] = await exchangesOf(sandbox);
  expect(hungUp).toMatchObject({ duration: expect.any(Number) as number, response: { ending: 'client-left' } });
  expect(whole!.duration).toBeGreaterThanOrEqual(0);
});

test('an exchange without a response has no duration', async () => {
  const sandbox = await controlled.open();
  const socket = await unanswered(sandbox, 'no-answer');
  const [, without] = await exchangesOf(sandbox);
  socket.destroy();
  expect(without).toMatchObject({ response: { ending: 'never' } });
  expect(without).not.toHaveProperty('duration');
});
