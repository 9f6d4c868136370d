/** The fixtures of Vitest, in the oldest version that has them, and in a pool that runs tests in contexts of their own. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exampleProject } from './example-project.js';
import { IMPATIENT_CLIENTS } from './impatient-client.js';

const VITEST_3 = fileURLToPath(new URL('../users/node_modules/vitest', import.meta.url));

// One process for all files starts sooner.
test.concurrent.each([
  ['Vitest 4 with vmThreads', ['vitest', 'run', '--pool=vmThreads', '--maxWorkers=1']],
  ['Vitest 3', ['node', 'node_modules/vitest/vitest.mjs', 'run', '--no-isolate', '--minWorkers=1', '--maxWorkers=1']],
] as const)(
  '%s shows and attaches what the client of a failed test did',
  async (version, [command, ...parameters]) => {
    await using example = await exampleProject('vitest');
    if (version === 'Vitest 3') await example.link('vitest', VITEST_3);
    await example.write('test/impatient.test.ts', IMPATIENT_CLIENTS.vitest);
    const { code, stdout, stderr } = await example.run(
      command,
      ...parameters,
      '--testTimeout=60000',
      'impatient',
      'test/failures.test.ts',
    );
    const output = `${stdout}${stderr}`;
    expect(output.slice(output.indexOf('FAIL  test/impatient.test.ts')).split('⎯⎯')[0]).toMatch(
      /Broken rule wait-as-told(?:.*\n)*?.*Look at it: npx --no-install id-emulator inspect \.vitest-attachments\//,
    );
    expect(output).toMatch(/Tests +1 failed \| [1-9]\d* passed/);
    expect(code).toBe(1);
  },
  60_000,
);
