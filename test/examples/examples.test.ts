/** The examples are run as their readers run them, against the built package. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserOptions } from '../browser.js';
import { budget } from '../budget.js';
import { TYPE_CHECKER } from '../package/installed-package.js';
import { exampleProject, type ExampleProject } from './example-project.js';
import { IMPATIENT_CLIENTS } from './impatient-client.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, inVitest = ''] = /```ts\n([^`]*)```/.exec(README) ?? [];

/** With the client of examples/vitest as the client of the reader. */
const TEST_IN_README = `${inVitest}
  import { InstitutionClient } from '../src/institution-client.js';
  function yourClient(apiUrl: string, tokenUrl: string, clientId: string, clientSecret: string) {
    const client = new InstitutionClient({ apiUrl, tokenUrl, clientId, clientSecret });
    return { users: () => client.users().next() };
  }
`;

/** The runners allow a test five seconds by default, which is little on a busy machine. */
const PATIENCE = 60_000;

const IS_LONG = budget({ short: false, long: true });

/** With how each prints that of all tests one has failed. */
const RUNNERS = [
  {
    name: 'vitest',
    // One process for all of its files starts sooner; a long run has one for each, as by default.
    command: [
      'vitest',
      'run',
      `--testTimeout=${PATIENCE}`,
      ...budget({ short: ['--no-isolate', '--maxWorkers=1'], long: [] }),
    ],
    file: 'test/impatient.test.ts',
    // A test for each variant, and more.
    allButOne: /Tests +1 failed \| \d{2,3} passed/,
    all: /Tests +\d{2,3} passed/,
  },
  {
    name: 'node-test',
    command: ['node', '--test', '--test-reporter=spec'],
    file: 'test/impatient.test.js',
    allButOne: /pass 6\n(?:.*\n)*?.*fail 1\n/,
    all: /pass 6\n/,
  },
  {
    name: 'jest',
    command: ['jest', '--no-cache', `--testTimeout=${PATIENCE}`],
    file: 'test/impatient.test.js',
    allButOne: /Tests: +1 failed, 6 passed, 7 total/,
    all: /Tests: +6 passed/,
  },
  {
    name: 'mocha',
    command: ['mocha', `--timeout=${PATIENCE}`],
    file: 'test/impatient.test.js',
    allButOne: /2 passing(?:.*\n)*.*1 failing/,
    all: /2 passing/,
  },
  {
    name: 'playwright',
    command: ['playwright', 'test', '--config=with-browser.config.js', '--reporter=line', '--workers=1'],
    file: 'test/impatient.test.js',
    allButOne: /1 failed\n(?:.*\n)*.*7 passed/,
    all: /7 passed/,
  },
] as const;

/** In the order in which it is printed; a runner may put something before each line. */
const EXPLANATION = [
  'of "an impatient client": 4 exchanges',
  '#1 POST /oauth/token 200',
  '#2 GET /api/v1/institutions/me/users 429  [rate-limit-burst]',
  '#3 GET /api/v1/institutions/me/users 429  [rate-limit-burst]',
  '#4 GET /api/v1/institutions/me/users 429  [rate-limit-burst]',
  'Broken rule wait-as-told: A client waits as long as Retry-After says.',
  'remedy: Read Retry-After',
];

/** The configuration of the example, with the browser of these tests in place of the one that its reader installs. */
async function configWithBrowser(): Promise<string> {
  return `
    import config from './playwright.config.js';
    export default { ...config, use: { launchOptions: ${JSON.stringify(await browserOptions())} } };
  `;
}

// Each waits for a runner that starts, so they go side by side.
describe.concurrent.each(RUNNERS)(
  'examples/$name',
  ({ name, command: [command, ...parameters], file, allButOne, all }) => {
    let example: ExampleProject;
    let output: string;
    let exitCode: number | null;

    // One run of the tests of the example, and of a test that fails: to start a runner takes longer than the tests.
    beforeAll(async () => {
      example = await exampleProject(name);
      if (name === 'vitest') await example.write('test/readme.test.ts', TEST_IN_README);
      if (name === 'playwright') await example.write('with-browser.config.js', await configWithBrowser());
      await example.write(file, IMPATIENT_CLIENTS[name]);
      const { code, stdout, stderr } = await example.run(command, ...parameters);
      output = `${stdout}${stderr}`;
      exitCode = code;
    }, 120_000);

    afterAll(() => example[Symbol.asyncDispose]());

    test('its tests pass', () => {
      expect(output).toMatch(allButOne);
    });

    test('a failed test prints the exchanges of its client and the broken rule', () => {
      const places = EXPLANATION.map((line) => output.indexOf(line));
      expect(places, output).not.toContain(-1);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(exitCode).toBe(1);
    });

    if (IS_LONG)
      test('without a failed test it exits with 0 (in a long run)', async () => {
        await example.remove(file);
        const { code, stdout, stderr } = await example.run(command, ...parameters);
        expect(`${stdout}${stderr}`).toMatch(all);
        expect(code).toBe(0);
      }, 120_000);

    if (name !== 'vitest') return;

    test('the test in the README passes with the client of the example', () => {
      expect(output).toContain('✓ test/readme.test.ts (1 test)');
    });

    test('its types are valid', async () => {
      expect(await example.run('node', TYPE_CHECKER)).toMatchObject({ code: 0, stdout: '' });
    }, 120_000);
  },
);
