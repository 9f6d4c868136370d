/** The examples are run as their readers run them, against the built package. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleProject, type ExampleProject } from './example-project.js';
import { IMPATIENT_CLIENTS } from './impatient-client.js';

const RUNNERS = [
  { name: 'vitest', command: ['vitest', 'run'], file: 'test/impatient.test.ts', passed: /Tests +41 passed/ },
  {
    name: 'node-test',
    command: ['node', '--test', '--test-reporter=spec'],
    file: 'test/impatient.test.js',
    passed: /pass 5\n/,
  },
  { name: 'jest', command: ['jest', '--no-cache'], file: 'test/impatient.test.js', passed: /Tests: +5 passed/ },
] as const;

/** In the order in which it is printed; a runner may put something before each line. */
const EXPLANATION = [
  'of "an impatient client": 3 exchanges',
  '#1 POST /oauth/token 200',
  '#2 GET /api/v1/institutions/me/users 429  [rate-limit-burst]',
  '#3 GET /api/v1/institutions/me/users 429  [rate-limit-burst]',
  'Broken rule wait-as-told: A client waits as long as Retry-After says.',
  'remedy: Read Retry-After',
];

describe.each(RUNNERS)('examples/$name', ({ name, command: [command, ...parameters], file, passed }) => {
  let example: ExampleProject;

  beforeAll(async () => {
    example = await exampleProject(name);
  }, 60_000);

  afterAll(() => example[Symbol.asyncDispose]());

  test('its tests pass', async () => {
    const { code, stdout, stderr } = await example.run(command, ...parameters);
    expect(`${stdout}${stderr}`).toMatch(passed);
    expect(code).toBe(0);
  }, 120_000);

  test('a failed test prints the exchanges of its client and the broken rule', async () => {
    await example.write(file, IMPATIENT_CLIENTS[name]);
    const { code, stdout, stderr } = await example.run(command, ...parameters, file);
    const output = `${stdout}${stderr}`;
    const places = EXPLANATION.map((line) => output.indexOf(line));
    expect(places, output).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(code).toBe(1);
  }, 120_000);
});

test('the types of examples/vitest are valid', async () => {
  await using example = await exampleProject('vitest');
  expect(await example.run('tsc')).toMatchObject({ code: 0, stdout: '' });
}, 120_000);
