/**
 * The fixtures of Vitest, with an emulator for each worker and with a shared one, in the oldest version that has them, and in a
 * pool that runs tests in contexts of their own.
 */

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
    await example.write('test/impatient-shared.test.ts', IMPATIENT_CLIENTS['vitest-shared']);
    const { code, stdout, stderr } = await example.run(
      command,
      ...parameters,
      'impatient',
      'test/shared-emulator.test.ts',
    );
    const output = `${stdout}${stderr}`;
    const ofFile = (file: string): string => output.slice(output.indexOf(`FAIL  test/${file}`)).split('⎯⎯')[0]!;
    for (const file of ['impatient.test.ts', 'impatient-shared.test.ts'])
      expect(ofFile(file)).toMatch(
        /Broken rule wait-as-told(?:.*\n)*?.*journal: \.vitest-attachments\/(?:.*\n).*bundle: \.vitest-attachments\//,
      );
    expect(ofFile('impatient-shared.test.ts')).toContain(
      '1 request identified no sandbox:\n  GET /api/v1/institutions/me/users 401',
    );
    expect(output).toMatch(/Tests +2 failed \| 2 passed/);
    expect(code).toBe(1);
  },
  60_000,
);
