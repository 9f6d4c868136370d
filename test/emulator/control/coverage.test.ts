/** What the exchanges of a sandbox have met, and what they never have. */

import { expect, test } from 'vitest';
import { shippedContract, shippedScenarios } from '../../../src/start/shipped.js';
import type { Coverage } from '../../../src/emulator/control/documents.js';
import { startControlledEmulator } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));

test('the coverage counts operations, their statuses and scenarios', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users');
  await sandbox.get('/institutions/me/users').set('Emulator-Scenario', 'rate-limit-burst;burst=1');
  await sandbox.get('/institutions/me/usrs');
  const coverage = await sandbox.done<Coverage>('get', '/coverage');
  expect(coverage).toMatchObject({ sandbox: sandbox.id, exchanges: 4, unknown: 1 });
  const users = coverage.operations.find(({ operation }) => operation === 'getUsers');
  expect(users).toMatchObject({ method: 'GET', path: '/api/v1/institutions/me/users', count: 2 });
  expect(users?.statuses).toContainEqual({ status: 429, count: 1, documented: true });
  expect(users?.statuses).toContainEqual({ status: 401, count: 0, documented: true });
  expect(coverage.scenarios).toContainEqual({ scenario: 'rate-limit-burst', group: 'throttling', count: 1 });
});

test('the coverage lists every operation and every scenario, met or not', async () => {
  const sandbox = await controlled.open();
  const { operations, scenarios } = await sandbox.done<Coverage>('get', '/coverage');
  expect(operations.map(({ operation }) => operation)).toEqual([...shippedContract().operations.keys()]);
  expect(scenarios.map(({ scenario }) => scenario)).toEqual([...shippedScenarios().keys()]);
});

test('a status that the contract does not have is in the coverage as undocumented', async () => {
  const sandbox = await controlled.open();
  await sandbox.get('/institutions/me/users').set('Emulator-Scenario', 'bad-gateway');
  const { operations } = await sandbox.done<Coverage>('get', '/coverage');
  const users = operations.find(({ operation }) => operation === 'getUsers');
  expect(users?.statuses).toContainEqual({ status: 502, count: 1, documented: false });
});

test('a method in a program returns the same', () => {
  const { defaultSandbox } = controlled.emulator;
  expect(defaultSandbox.coverage()).toMatchObject({ sandbox: 'default', exchanges: 0 });
});
