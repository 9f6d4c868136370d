/** The location of the config file, and of the files that it names. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idEmulator, outcomeOf, readyLine } from './id-emulator.js';
import { healthOf } from './setting-effects.js';
import { workingFolder } from './temporary-folder.js';

const START = ['start', '--port', '0', '--log', 'json'];

test('--config names another file, which is read instead of the usual one', async () => {
  await using _folder = await workingFolder({
    'id-emulator.config.yaml': 'seed: 2\n',
    'other.yaml': 'population: 5\n',
  });
  await using command = idEmulator([...START, '--config', 'other.yaml']);
  expect(await healthOf(await readyLine(command))).toMatchObject({ population: 5, seed: 1 });
});

test('a config file with the other suffix is refused, and not ignored', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yml': 'seed: 2\n' });
  const { code, stderr } = await outcomeOf(START);
  expect(stderr).toMatch(/^id-emulator: id-emulator\.config\.yml: .* id-emulator\.config\.yaml; [^\n]*\n$/);
  expect(code).toBe(2);
});

test('ID_EMULATOR_CONFIG names another file', async () => {
  await using _folder = await workingFolder({ 'other.yaml': 'population: 5\n' });
  await using command = idEmulator(START, { env: { ID_EMULATOR_CONFIG: 'other.yaml' } });
  expect(await healthOf(await readyLine(command))).toHaveProperty('population', 5);
});

test('--config overrides ID_EMULATOR_CONFIG', async () => {
  await using _folder = await workingFolder({ 'one.yaml': 'population: 1\n', 'two.yaml': 'population: 2\n' });
  await using command = idEmulator([...START, '--config', 'one.yaml'], { env: { ID_EMULATOR_CONFIG: 'two.yaml' } });
  expect(await healthOf(await readyLine(command))).toHaveProperty('population', 1);
});

test('files that the config file names are resolved relative to it', async () => {
  await using folder = await workingFolder();
  await mkdir(join(folder.path, 'settings'));
  await writeFile(join(folder.path, 'settings/emulator.yaml'), 'fixture: nobody.yaml\n');
  await writeFile(join(folder.path, 'settings/nobody.yaml'), 'parties: []\n');
  await using command = idEmulator([...START, '--config', 'settings/emulator.yaml']);
  expect(await healthOf(await readyLine(command))).toHaveProperty('fixture', 'nobody');
});

test('files that a flag names are resolved relative to the working folder', async () => {
  await using _folder = await workingFolder({ 'nobody.yaml': 'parties: []\n' });
  await using command = idEmulator([...START, '--fixture', 'nobody.yaml']);
  expect(await healthOf(await readyLine(command))).toHaveProperty('fixture', 'nobody');
});
