/** Runs the commands of the skill for agents in their order. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { environmentWithoutSettings, MAIN } from '../cli/id-emulator.js';
import { freePort } from '../cli/ports.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

const SKILL = readFileSync(new URL('../../skills/id-emulator/SKILL.md', import.meta.url), 'utf8');

const ALL = [...SKILL.matchAll(/```sh\n([^`]*)```/g)].map(([, commands]) => commands!);

/** Four blocks start an emulator themselves: for the tests of a project, and in the background. */
const [OWN, BLOCKS] = [true, false].map((isOwn) =>
  ALL.filter((commands) => / exec | audit | start /.test(commands) === isOwn),
) as [string[], string[]];

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

test('every command of the skill that starts an emulator itself succeeds', async () => {
  const port = String(await freePort());
  await using folder = await temporaryFolder({
    npx: `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
    'package.json': JSON.stringify({ scripts: { test: 'node client.mjs' } }),
    'client.mjs': `${WITH_QUICK_FETCH}
      const { ID_EMULATOR_TOKEN_URL, ID_EMULATOR_API_URL, ID_EMULATOR_CLIENT_ID: id, ID_EMULATOR_CLIENT_SECRET: secret } = process.env;
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
      const login = await (await fetch(ID_EMULATOR_TOKEN_URL, { method: 'POST', body })).json();
      const headers = { Authorization: 'Bearer ' + login.access_token };
      const response = await fetch(ID_EMULATOR_API_URL + '/institutions/me/users', { headers });
      if (!response.ok) throw new Error(String(response.status));`,
  });
  // The audit finds that this client gives up, and the check that nobody has mended it, so their exit codes are 1.
  const script = OWN.join('')
    .replace(' audit ', ' audit --only getUsers:throttled ')
    .replace('> audit.json', '> audit.json || [ $? -eq 1 ]')
    .replace(/ --check .*/, '$& || [ $? -eq 1 ]');
  await promisify(execFile)('sh', ['-ec', `chmod +x npx\n${script}kill $!`], {
    cwd: folder.path,
    env: {
      ...environmentWithoutSettings(),
      ID_EMULATOR_PORT: port,
      ID_EMULATOR_URL: `http://127.0.0.1:${port}`,
      PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
    },
  });
  expect(OWN).toHaveLength(4);
  const { findings } = JSON.parse(readFileSync(join(folder.path, 'audit.json'), 'utf8')) as { findings: object[] };
  expect(Object.keys(findings[0]!)).toEqual(expect.arrayContaining(['exchanges', 'remedy', 'repeat']));
});

test('the commands of llms.txt are those of the skill and of the page for agents', () => {
  const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
  const llms = readFileSync(new URL('../../llms.txt', import.meta.url), 'utf8');
  const commands = [...llms.matchAll(/`npx --no-install id-emulator (\w+)/g)].map(([, command]) => command!);
  expect(commands).toEqual(['exec', 'start', 'mcp']);
  for (const command of commands) expect(SKILL + page).toContain(`npx --no-install id-emulator ${command}`);
});
