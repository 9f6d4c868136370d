/** Flags win over environment variables, those over the config file, and that over defaults. */

import { expect, test } from 'vitest';
import { idEmulator, readyLine } from './id-emulator.js';
import { healthOf, statusesOf, tokenEffects } from './setting-effects.js';
import { workingFolder } from './temporary-folder.js';

const START = ['start', '--port', '0', '--log', 'json'];

test('a flag wins over its variable', async () => {
  await using command = idEmulator([...START, '--seed', '3'], { env: { ID_EMULATOR_SEED: '2' } });
  expect(await healthOf(await readyLine(command))).toHaveProperty('seed', 3);
});

test('a variable wins over the config file', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'network: mainnet\n' });
  await using command = idEmulator(START, { env: { ID_EMULATOR_NETWORK: 'devnet' } });
  expect(await healthOf(await readyLine(command))).toHaveProperty('network', 'devnet');
});

test('a variable switches off what the config file switches on', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'strict: true\n' });
  await using command = idEmulator(START, { env: { ID_EMULATOR_STRICT: 'false' } });
  const emulator = await readyLine(command);
  const { accessToken } = await tokenEffects(emulator);
  expect(await statusesOf(emulator, accessToken)).toEqual([200, 200]);
});

test('a flag wins over the config file', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'client-id: filed\n' });
  await using command = idEmulator([...START, '--client-id', 'flagged']);
  expect(await readyLine(command)).toHaveProperty('clientId', 'flagged');
});

test('the config file wins over defaults, and leaves the others alone', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'population: 5\n' });
  await using command = idEmulator(START);
  expect(await healthOf(await readyLine(command))).toMatchObject({
    population: 5,
    seed: 1,
    network: 'devnet',
    fixture: 'default',
  });
});

test('an empty variable counts as none', async () => {
  await using command = idEmulator(START, { env: { ID_EMULATOR_SEED: '', ID_EMULATOR_CLIENT_ID: '' } });
  const emulator = await readyLine(command);
  expect(emulator).toHaveProperty('clientId', 'demo-institution');
  expect(await healthOf(emulator)).toHaveProperty('seed', 1);
});

test('an empty config file sets nothing', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': '# nothing yet\n' });
  await using command = idEmulator(START);
  expect(await healthOf(await readyLine(command))).toHaveProperty('seed', 1);
});
