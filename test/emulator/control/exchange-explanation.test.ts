/** Why an exchange got its response, as the exchange tells it when it is read by its number. */

import { expect, test } from 'vitest';
import type { ExplainedExchange } from '../../../src/emulator/control/documents.js';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));

/** The first exchange is that of the token. */
const second = (sandbox: TestSandbox) => sandbox.done<ExplainedExchange>('get', '/journal/2');

test('the violations of the contract in a request are listed, whatever the format of the error body is', async () => {
  const sandbox = await controlled.open({ variants: { 'error-body': 'problem' } });
  await sandbox.get('/institutions/me/users?limit=500');
  expect((await second(sandbox)).violations).toEqual([
    { in: 'query', pointer: '/limit', code: 'maximum', expected: 'an integer from 1 to 100', value: '500' },
  ]);
});

test('they are listed also if a scenario has answered before the request was validated', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users?limit=500').set('Emulator-Scenario', 'server-error');
  expect(await second(sandbox)).toMatchObject({ status: 500, violations: [{ pointer: '/limit' }] });
});

test('those of a body are listed', async () => {
  const sandbox = await controlled.open();
  await sandbox.post('/institutions/me/credentials/request', { partyId: 5 });
  const { violations } = await second(sandbox);
  expect(violations.map(({ in: part, pointer }) => `${part} ${pointer}`)).toEqual(['body /providers', 'body /partyId']);
});

test('a valid request has none', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users');
  expect(await second(sandbox)).toMatchObject({ violations: [], nearMisses: [] });
});

test('an unknown path has the operations that may have been meant, the nearest first', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/usrs');
  expect((await second(sandbox)).nearMisses[0]).toEqual({
    operation: 'getUsers',
    method: 'GET',
    path: '/api/v1/institutions/me/users',
  });
});

test('a path that resembles none has no near misses', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/one/of/quite/another/interface');
  expect((await second(sandbox)).nearMisses).toEqual([]);
});

test('an export as pact or HAR can be of one exchange', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users');
  await sandbox.get('/institutions/me/human-scores');
  const har = await sandbox.done<{ log: { entries: object[] } }>('get', '/journal/har?exchange=2');
  expect(har.log.entries).toMatchObject([{ _exchange: 2 }]);
  const pact = await sandbox.done<{ interactions: object[] }>('get', '/pact?consumer=web&exchange=3');
  expect(pact.interactions).toMatchObject([{ request: { path: '/api/v1/institutions/me/human-scores' } }]);
  expect((await sandbox.control('get', '/journal/har?exchange=99')).status).toBe(404);
});

test('the contract of a sandbox is that of its revision', async () => {
  const sandbox = await controlled.open({ revision: '2026-04' });
  const document = await sandbox.done<{ servers: { url: string }[] }>('get', '/openapi.json');
  expect(document.servers[0]!.url).toBe(controlled.emulator.url);
  expect(JSON.stringify(document)).toContain('"emails"');
});
