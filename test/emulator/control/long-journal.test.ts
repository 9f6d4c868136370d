/** Reports on a long journal are made in steps and written in pieces. */

import { expect, test } from 'vitest';
import type { Har } from '../../../src/emulator/journal/har.js';
import type { Exchange } from '../../../src/emulator/journal/exchange.js';
import type { Bundle } from '../../../src/emulator/control/state/bundle.js';
import { startControlledEmulator } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const EXCHANGES = 120;

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));
const sandbox = await controlled.open();
for (let made = 1; made < EXCHANGES; made++) await sandbox.get(`/institutions/me/users?offset=${made}`);

test('a list in pieces is the list of all exchanges', async () => {
  const { exchanges } = await sandbox.done<{ exchanges: Exchange[] }>('get', '/journal');
  expect(exchanges).toHaveLength(EXCHANGES);
  expect(exchanges.map(({ id }) => id)).toEqual(Array.from({ length: EXCHANGES }, (_, at) => at + 1));
});

test('an archive in pieces has every exchange', async () => {
  const { log } = await sandbox.done<Har>('get', '/journal/har');
  expect(log.creator.name).toBe('id-emulator');
  expect(log.entries.map(({ _exchange }) => _exchange)).toEqual(Array.from({ length: EXCHANGES }, (_, at) => at + 1));
});

test('the judge and the coverage count every exchange', async () => {
  expect(await sandbox.done('get', '/behaviour')).toMatchObject({ exchanges: EXCHANGES });
  expect(await sandbox.done('get', '/coverage')).toMatchObject({ exchanges: EXCHANGES });
});

test('a HEAD request for a long list has no body', async () => {
  const { status, text } = await sandbox.control('head', '/journal');
  expect([status, text]).toEqual([200, undefined]);
});

test('a bundle in pieces has every exchange, whatever the world has in it', async () => {
  const { partyId } = await sandbox.done<{ partyId: string }>('post', '/world/parties', {
    email: 'steps@example.com',
    credentials: [{ provider: 'GITHUB', contractId: '00ab', issuedAt: '-P1D', metadata: { steps: [] } }],
  });
  const { state, steps, end } = await sandbox.done<Bundle>('get', '/bundle');
  expect(steps.filter((step) => 'exchange' in step)).toHaveLength(EXCHANGES);
  expect(JSON.stringify(steps)).toContain(partyId);
  expect([state.epoch, end.clock.time]).toEqual([expect.any(Number), expect.any(Number)]);
});

test('exchanges that break a rule are found in a long list', async () => {
  const { exchanges } = await sandbox.done<{ exchanges: Exchange[] }>('get', '/journal?rule=known-endpoints');
  expect(exchanges).toEqual([]);
});

test('pieces leave no listeners on the response', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  for (let read = 0; read < 20; read++) await sandbox.get('/institutions/me/users?limit=100');
  for (let sent = 0; sent < 15; sent++)
    await sandbox.post('/verification/generate-link', { contractId: 'x'.repeat(150_000) });
  await sandbox.done('get', '/journal/har');
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
