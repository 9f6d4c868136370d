/** `id-emulator scenarios`: list, show, check. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

const FOLDER = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.yaml', ''));
/** The scenario `variant` has no file: it is generated from the contract. */
const ALL = [...NAMES, 'variant'];

const OWN = `
name: own
summary: Every call is refused.
group: server
basis: this test
recoverable: false
operations: [getUsers]
fault:
  answer: { status: 500, error: broken, message: Broken. }
`;

test('list has a line for each scenario, with its group and its summary', async () => {
  const { code, stdout } = await outcomeOf(['scenarios', 'list']);
  const [needed = '', list = ''] = stdout.split('\n\n');
  expect(needed.split('\n')).toHaveLength(6);
  expect(needed).toMatch(/^Emulator-Scenario: rate-limit-burst +Some calls pass/);
  expect(list.trim().split('\n')).toHaveLength(ALL.length);
  expect(stdout).toMatch(/^throttling +rate-limit-burst +Some calls pass/m);
  expect(code).toBe(0);
});

test('list --json has everything about each scenario', async () => {
  const { stdout } = await outcomeOf(['scenarios', 'list', '--json']);
  const scenarios = JSON.parse(stdout) as { name: string }[];
  expect(scenarios.map(({ name }) => name).toSorted()).toEqual(ALL.toSorted());
  expect(scenarios).toContainEqual(
    expect.objectContaining({ name: 'latency', group: 'network', recoverable: true, breaksContract: false }),
  );
});

test('list has own scenarios too', async () => {
  await using folder = await temporaryFolder({ 'own.yaml': OWN });
  const { stdout } = await outcomeOf(['scenarios', 'list', '--scenarios', folder.path]);
  expect(stdout).toMatch(/^server +own +Every call is refused\.$/m);
});

test('show prints parameters, an example header, a client ID and a call', async () => {
  const { code, stdout } = await outcomeOf(['scenarios', 'show', 'rate-limit-burst']);
  expect(stdout).toContain('How many calls in a row are then refused. (integer from 1; default 3)');
  expect(stdout).toContain('Emulator-Scenario: rate-limit-burst;after=0');
  expect(stdout).toContain('demo-institution+rate-limit-burst;after=0');
  expect(stdout).toMatch(/try it +id-emulator call getUsers --scenario 'rate-limit-burst;after=0'$/m);
  expect(code).toBe(0);
});

test('show of a name that does not exist is rejected with a suggestion', async () => {
  const { code, stderr } = await outcomeOf(['scenarios', 'show', 'rate-limit']);
  expect(stderr).toMatch(/^id-emulator: there is no scenario "rate-limit"; did you mean "rate-limit-burst"\?[^\n]*\n$/);
  expect(code).toBe(2);
});

test('check reports that each file is valid', async () => {
  const { code, stdout } = await outcomeOf(['scenarios', 'check', ...NAMES.map((name) => `${FOLDER}${name}.yaml`)]);
  expect(stdout.match(/ is valid$/gm)).toHaveLength(NAMES.length);
  expect(code).toBe(0);
});

test('check tells every mistake of every file with its place, and exits with 1', async () => {
  await using folder = await temporaryFolder({
    'own.yaml': OWN.replace('status: 500', 'status: 200').replace('group: server', 'group: serve'),
    'other.yaml': OWN,
  });
  const { code, stderr } = await outcomeOf([
    'scenarios',
    'check',
    `${folder.path}/own.yaml`,
    `${folder.path}/other.yaml`,
  ]);
  expect(stderr).toMatch(/own\.yaml:4:8: \/group: expected one of authentication/);
  expect(stderr).toMatch(
    /own\.yaml:9:21: \/fault\/answer\/status: expected an integer from 400 to 599 or a \{parameter\}, found 200$/m,
  );
  expect(stderr).toMatch(/other\.yaml:2:7: \/name: expected "other", the name of the file, found "own"/);
  expect(code).toBe(1);
});

test('check without a file is a usage error', async () => {
  const { code, stderr } = await outcomeOf(['scenarios', 'check']);
  expect(stderr).toMatch(/^id-emulator: missing required argument 'file'\n$/);
  expect(code).toBe(2);
});

test('under npx, commands in hints are those that can be typed', async () => {
  const shown = ['scenarios', 'show', 'latency'];
  const { stdout: byNpx } = await outcomeOf(shown, { env: { npm_lifecycle_event: 'npx' } });
  const { stdout: inPath } = await outcomeOf(shown);
  expect(byNpx).toMatch(/at start +npx --no-install id-emulator start --scenario/);
  expect(inPath).toMatch(/at start +id-emulator start --scenario/);
});
