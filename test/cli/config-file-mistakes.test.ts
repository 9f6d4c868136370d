/** A config file with mistakes is rejected before the emulator starts. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { takenPort } from './ports.js';
import { workingFolder } from './temporary-folder.js';

test('every mistake is reported with file, line and column', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'port: many\n\ncolour: blue\nlog: loud\n' });
  const { code, stdout, stderr } = await outcomeOf(['start']);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^id-emulator: id-emulator\.config\.yaml:1:7: port.*"many"/),
    expect.stringMatching(/^id-emulator: id-emulator\.config\.yaml:3:\d+: colour: there is no such setting/),
    expect.stringMatching(/^id-emulator: id-emulator\.config\.yaml:4:6: log.*"loud"/),
    '',
  ]);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('nothing listens when there is a mistake', async () => {
  // The port is taken: an attempt to listen would result in exit code 1.
  await using taken = await takenPort();
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': `port: ${taken.port}\nlog: loud\n` });
  const { code, stderr } = await outcomeOf(['start']);
  expect(stderr).not.toContain(String(taken.port));
  expect(code).toBe(2);
});

test('an unknown setting with a slash in its name is reported with its position', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'seed: 7\nclient/id: acme\n' });
  const { stderr } = await outcomeOf(['start']);
  expect(stderr).toMatch(/^id-emulator: id-emulator\.config\.yaml:2:\d+: client\/id/);
});

test('text that is not YAML is rejected with its position', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'seed: 7\nport: "4010\n' });
  const { code, stderr } = await outcomeOf(['start']);
  expect(stderr).toMatch(/^id-emulator: id-emulator\.config\.yaml:\d+:\d+: not valid YAML/);
  expect(code).toBe(2);
});

test('a list is rejected as a config file', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': '- seed\n- 7\n' });
  const { code, stderr } = await outcomeOf(['start']);
  expect(stderr).toMatch(/^id-emulator: id-emulator\.config\.yaml:1:1: [^\n]*map[^\n]*\n$/);
  expect(code).toBe(2);
});

test('a missing config file is reported by its name', async () => {
  const { code, stderr } = await outcomeOf(['start', '--config', 'nowhere.yaml']);
  expect(stderr).toMatch(/^id-emulator: nowhere\.yaml: there is no such file\n$/);
  expect(code).toBe(2);
});
