/** The fixtures of Vitest in the oldest version that has them, and in a pool that runs tests in contexts of their own. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exampleProject } from './example-project.js';
import { IMPATIENT_CLIENTS } from './impatient-client.js';

const VITEST_3 = fileURLToPath(new URL('../users/node_modules/vitest', import.meta.url));
const LINK_VITEST_3 = `fs.symlinkSync(${JSON.stringify(VITEST_3)}, 'node_modules/vitest', 'junction')`;

test.each([
  ['Vitest 4 with vmThreads', ['vitest', 'run', '--pool=vmThreads']],
  ['Vitest 3', ['node', 'node_modules/vitest/vitest.mjs', 'run']],
] as const)(
  '%s shows and attaches what the client of a failed test did',
  async (version, [command, ...parameters]) => {
    await using example = await exampleProject('vitest');
    if (version === 'Vitest 3') await example.run('node', '-e', LINK_VITEST_3);
    await example.write('test/impatient.test.ts', IMPATIENT_CLIENTS.vitest);
    const { code, stdout, stderr } = await example.run(command, ...parameters, 'test/impatient.test.ts');
    expect(`${stdout}${stderr}`).toMatch(
      /Broken rule wait-as-told(?:.*\n)*?.*journal: \.vitest-attachments\/(?:.*\n).*bundle: \.vitest-attachments\//,
    );
    expect(code).toBe(1);
  },
  60_000,
);
