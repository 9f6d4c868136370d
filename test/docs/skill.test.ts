/** Runs the commands of the skill for agents in their order. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { environmentWithoutSettings, MAIN } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

const SKILL = readFileSync(new URL('../../skills/id-emulator/SKILL.md', import.meta.url), 'utf8');

/** Two blocks start an emulator themselves: for the tests of a project, and in the background. */
const BLOCKS = [...SKILL.matchAll(/```sh\n([^`]*)```/g)]
  .map(([, commands]) => commands!)
  .filter((commands) => !/ exec | start /.test(commands));

test('every command of the skill that talks to an emulator succeeds', async () => {
  await using emulator = await startEmulator();
  await using folder = await temporaryFolder({
    npx: `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
  });
  const script = `chmod +x npx\n${BLOCKS.join('')}`.replaceAll('http://127.0.0.1:4010', emulator.url);
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], {
    cwd: folder.path,
    env: {
      ...environmentWithoutSettings(),
      ID_EMULATOR_URL: emulator.url,
      PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
    },
  });
  expect(BLOCKS).toHaveLength(4);
  expect(stdout).toContain('"error":"rate_limited"');
  expect(stdout).toMatch(/GET \/api\/v1\/institutions\/me\/users 429 .*rate-limit-burst/);
});
