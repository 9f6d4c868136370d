/** A fixture file with mistakes is rejected with all mistakes. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { workingFolder } from './temporary-folder.js';

test('every mistake is reported with file, line and column', async () => {
  await using _folder = await workingFolder({
    'world.yaml': `parties:
  - partyId: 'party::1'
    email: ann@example.com
    firstName: Ann
    lastName: 7
    nickname: Annie
    credentials:
      - provider: GOOGLE
        contractId: '00aa'
        issuedAt: -P1D
      - provider: GITHUB
        contractId: '00aa'
        issuedAt: last Tuesday
`,
  });
  const { code, stdout, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', 'world.yaml']);
  expect(stderr.split('\n').toSorted()).toEqual([
    '',
    expect.stringMatching(/^id-emulator: world\.yaml:12:21: .*contractId.*00aa/),
    expect.stringMatching(/^id-emulator: world\.yaml:13:19: .*issuedAt.*"last Tuesday"/),
    expect.stringMatching(/^id-emulator: world\.yaml:5:15: .*lastName.*string.*7/),
    expect.stringMatching(/^id-emulator: world\.yaml:6:\d+: .*nickname.*"Annie"/),
  ]);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a misspelt scenario is reported with the other mistakes and its line', async () => {
  await using _folder = await workingFolder({
    'world.yaml': `parties:
  - partyId: 'party::1'
    email: ann@example.com
    firstName: Ann
    lastName: 7
    scenario: sever-error
`,
  });
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', 'world.yaml']);
  expect(stderr.split('\n').toSorted()).toEqual([
    '',
    expect.stringMatching(/^id-emulator: world\.yaml:5:15: .*lastName/),
    expect.stringMatching(/^id-emulator: world\.yaml:6:15: .*sever-error.*server-error/),
  ]);
  expect(code).toBe(2);
});

test('a scenario file without a fault is refused by a sentence', async () => {
  await using _folder = await workingFolder({
    'own/late.yaml':
      'name: late\nsummary: It is late.\ngroup: data\nbasis: this test\nrecoverable: false\noperations: [getUsers]\n',
  });
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--scenarios', 'own']);
  expect(stderr).toMatch(/late\.yaml:1:1: the document: expected a fault, or steps with a fault each/);
  expect(code).toBe(2);
});

test('mistakes are reported in the order of the file', async () => {
  await using _folder = await workingFolder({
    'world.yaml': `parties:
  - partyId: 1
    email: 2
    nickname: Annie
    firstName: 4
    lastName: Lee
`,
  });
  const { stderr } = await outcomeOf(['start', '--port', '0', '--fixture', 'world.yaml']);
  expect([...stderr.matchAll(/world\.yaml:(\d+):/g)].map(([, line]) => line)).toEqual(['2', '3', '4', '5']);
});

test('a repeated contract ID and an invalid date are reported together', async () => {
  await using _folder = await workingFolder({
    'world.yaml': `parties:
  - partyId: 'party::1'
    email: ann@example.com
    firstName: Ann
    lastName: Lee
    credentials:
      - { provider: GOOGLE, contractId: '00aa', issuedAt: -P1D }
      - { provider: GITHUB, contractId: '00aa', issuedAt: last Tuesday }
`,
  });
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', 'world.yaml']);
  expect(stderr).toMatch(
    /^id-emulator: world\.yaml:8:41: .*contractId.*00aa.*\nid-emulator: world\.yaml:8:59: .*issuedAt.*"last Tuesday".*\n$/,
  );
  expect(code).toBe(2);
});

test('a credential that is issued in the future or expires before it is issued is a mistake', async () => {
  await using _folder = await workingFolder({
    'world.yaml': `parties:
  - partyId: 'party::1'
    email: ann@example.com
    firstName: Ann
    lastName: Lee
    credentials:
      - { provider: GOOGLE, contractId: '00aa', issuedAt: P1D }
      - { provider: GITHUB, contractId: '00ab', issuedAt: -P1D, expiresAt: -P2D }
`,
  });
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', 'world.yaml']);
  expect(stderr).toMatch(
    /^id-emulator: world\.yaml:7:\d+: .*future.*\nid-emulator: world\.yaml:8:\d+: .*after issuedAt.*\n$/,
  );
  expect(code).toBe(2);
});

test.each([
  ['nowhere.yaml', 'there is no such file'],
  ['defualt', 'there is no such file; did you mean "default"?'],
])('a missing fixture file is reported by its name: %s', async (fixture, reason) => {
  const { code, stdout, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', fixture]);
  expect(stderr).toBe(`id-emulator: ${fixture}: ${reason}\n`);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a folder is rejected as a fixture file', async () => {
  await using folder = await workingFolder();
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', folder.path]);
  expect(stderr).toMatch(/^id-emulator: [^\n]*folder[^\n]*\n$/);
  expect(code).toBe(2);
});

test('aliases that multiply are refused with the name of the file and the remedy', async () => {
  const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}]`);
  await using _folder = await workingFolder({ 'bomb.yaml': `l0: &l0 [0]\n${levels.join('\n')}\nparties: []\n` });
  const { code, stdout, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', 'bomb.yaml']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*bomb\.yaml: [^\n]*aliases[^\n]*write [^\n]*\n$/);
});
