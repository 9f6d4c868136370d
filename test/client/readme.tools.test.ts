/** The README's examples run unchanged and print the output that it shows. */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { PROJECT } from '../project.js';

const README = readFileSync(join(PROJECT, 'src/client/README.md'), 'utf8');

const examples = [...README.matchAll(/```js\n([^`]*(?:`[^`]+`[^`]*)*?)```\n\n```text\n([^`]*)```/g)].map(
  ([, code, printed]) => ({ code: code!, printed: printed! }),
);
const isImport = (line: string) => line.startsWith('import ');

test('each example prints what the README shows', async () => {
  await using emulator = await startEmulator();
  // A folder from which the script can import the library.
  const folder = await mkdtemp(join(PROJECT, 'node_modules/.readme-'));
  try {
    const separator = '--- next example ---';
    // The first example creates the connection that the others use; all imports come first.
    const lines = examples.map(({ code }) => code.split('\n'));
    const bodies = lines.map((body) => body.filter((line) => !isImport(line)).join('\n'));
    const [first, ...others] = bodies;
    const script = [
      ...lines.flat().filter(isImport),
      first,
      ...others.map((body) => `console.log('${separator}'); {\n${body}\n}`),
    ].join('\n');
    await writeFile(join(folder, 'script.mjs'), script);
    const env = {
      PATH: process.env['PATH'],
      ID_SDK_DEVNET_BASE_URL: emulator.url,
      ID_SDK_DEVNET_TOKEN_URL: emulator.tokenUrl,
      ID_SDK_CLIENT_ID: emulator.clientId,
      ID_SDK_CLIENT_SECRET: emulator.clientSecret,
    };
    await using spawned = new SpawnedProcess(process.execPath, ['script.mjs'], { cwd: folder, env });
    const { stdout, stderr } = await spawned.ended;
    expect(stderr).toBe('');
    expect(stdout.split(`${separator}\n`)).toEqual(examples.map(({ printed }) => printed));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the README has seven examples', () => {
  expect(examples).toHaveLength(7);
});
