/** The fixtures of Vitest in the oldest version that has them, and in a pool that runs tests in contexts of their own. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exampleProject } from './example-project.js';
import { IMPATIENT_CLIENTS } from './impatient-client.js';

const VITEST_3 = fileURLToPath(new URL('../users/node_modules/vitest/vitest.mjs', import.meta.url));

test.each([
  ['Vitest 4 with vmThreads', ['vitest', 'run', '--pool=vmThreads']],
  ['Vitest 3', ['node', VITEST_3, 'run']],
] as const)('%s shows and attaches what the client of a failed test did', async (_, [command, ...parameters]) => {
  await using example = await exampleProject('vitest');
  // Each version needs its own `vitest` beside the test.
  await example.write('test/impatient.test.ts', IMPATIENT_CLIENTS.vitest);
  const { code, stdout, stderr } = await example.run(command, ...parameters, 'test/impatient.test.ts');
  expect(`${stdout}${stderr}`).toMatch(
    /Broken rule wait-as-told(?:.*\n)*?.*journal: \.vitest-attachments\/(?:.*\n).*bundle: \.vitest-attachments\//,
  );
  expect(code).toBe(1);
}, 60_000);
