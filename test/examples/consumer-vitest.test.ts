/** Pacts that pact-js writes, verified in the same project: the whole way of a consumer. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../budget.js';
import { exampleProject, type ExampleProject } from './example-project.js';

let example: ExampleProject;
beforeAll(async () => {
  example = await exampleProject('consumer-vitest');
});
afterAll(() => example[Symbol.asyncDispose]());

test('its tests write pacts that pass', async () => {
  // One process for all of its files starts sooner; a long run has one for each, as by default.
  const processes = budget({ short: ['--no-isolate'], long: [] });
  // The mock server of Pact has failed once in many runs, without the emulator. The verification below tells whether all is there.
  expect(await example.run('vitest', 'run', '--retry=2', ...processes)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Tests +10 passed/) as string,
  });
  const { code, stdout } = await example.run('node', 'node_modules/id-emulator/dist/cli/main.js', 'verify', 'pacts');
  expect(stdout).toMatch(/\n✓ 10 passed, 0 failed\n/);
  expect(code).toBe(0);
}, 120_000);
