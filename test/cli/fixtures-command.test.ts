/** `id-emulator fixtures check`. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { workingFolder } from './temporary-folder.js';

const DEFAULT = fileURLToPath(new URL('../../fixtures/default.yaml', import.meta.url));

function party(scenario: string): string {
  return `parties:
  - { partyId: 'party::1', email: ann@example.com, firstName: Ann, lastName: Lee, scenario: '${scenario}' }
`;
}

test('fixtures check reports that each file is valid, with its number of parties', async () => {
  await using _folder = await workingFolder({ 'world.yaml': party('latency') });
  const { code, stdout } = await outcomeOf(['fixtures', 'check', 'world.yaml', DEFAULT]);
  expect(stdout).toMatch(/^world\.yaml is valid: 1 party\n.*default\.yaml is valid: \d+ parties\n$/);
  expect(code).toBe(0);
});

test('fixtures check tells every mistake of every file with its place, and exits with 1', async () => {
  await using _folder = await workingFolder({
    'shape.yaml': party('latency').replace('Ann,', '7,'),
    'scenario.yaml': party('latenzy'),
    'good.yaml': party('latency'),
  });
  const { code, stdout, stderr } = await outcomeOf(['fixtures', 'check', 'shape.yaml', 'scenario.yaml', 'good.yaml']);
  expect(stdout).toBe('good.yaml is valid: 1 party\n');
  expect(stderr).toMatch(/^id-emulator: shape\.yaml:2:\d+: .*firstName.*7$/m);
  expect(stderr).toMatch(/^id-emulator: scenario\.yaml:2:\d+: \/parties\/0\/scenario: .*"latenzy".*"latency"/m);
  expect(code).toBe(1);
});

test('fixtures check knows own scenarios', async () => {
  const own = `name: own
summary: Every call is refused.
group: server
basis: this test
recoverable: false
fault:
  answer: { status: 500, error: broken, message: Broken. }
`;
  await using _folder = await workingFolder({ 'world.yaml': party('own'), 'mine/own.yaml': own });
  expect(await outcomeOf(['fixtures', 'check', 'world.yaml', '--scenarios', 'mine'])).toMatchObject({ code: 0 });
});
