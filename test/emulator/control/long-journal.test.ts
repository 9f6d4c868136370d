/** Reports on a long journal are made in steps and written in pieces. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Har } from '../../../src/emulator/journal/har.js';
import type { Exchange } from '../../../src/emulator/journal/exchange.js';
import { startControlledEmulator, type ControlledEmulator, type TestSandbox } from './controlled-emulator.js';

const EXCHANGES = 120;

let controlled: ControlledEmulator;
let sandbox: TestSandbox;
beforeAll(async () => {
  controlled = await startControlledEmulator({ population: 0 });
  sandbox = await controlled.open();
  for (let made = 1; made < EXCHANGES; made++) await sandbox.get(`/institutions/me/users?offset=${made}`);
});
afterAll(() => controlled.close());

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
