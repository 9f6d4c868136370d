/** What the built command reads before its first response: each file takes a third of a millisecond or more. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { readyLine, spawnedEmulator } from './id-emulator.js';

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** URLs of the files that ran from the start of a command to its first response, to a token of another process. */
async function filesOfFirstResponse(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'id-emulator-test-'));
  try {
    await using other = await startEmulator();
    await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json'], {
      env: { NODE_V8_COVERAGE: folder },
    });
    const { apiUrl } = await readyLine(command);
    const response = await fetch(`${apiUrl}/institutions/me/users`, {
      headers: { Authorization: `Bearer ${other.defaultSandbox.accessToken().accessToken}` },
    });
    expect(response.status).toBe(200);
    await command.end('SIGTERM');
    return readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
      return result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('until its first response, the built command reads nothing of its packages but one helper of Ajv, and few files of its own', async () => {
  const files = await filesOfFirstResponse();

  expect(files.filter((url) => url.includes('/node_modules/'))).toEqual([
    expect.stringMatching(/\/ajv\/dist\/runtime\/\w+\.js$/),
  ]);
  expect(files.filter((url) => url.includes('/dist/cli/')).length).toBeLessThan(10);
});
