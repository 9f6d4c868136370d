/** Runs the commands of docs/sandboxes.md in their order, and compares its table of rules; "npm run docs" writes it. */

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { RULES } from '../../src/emulator/judge/rules.js';
import { startEmulator } from '../../src/index.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { tokenOf } from '../institution.js';
import { expectTables, tableOf } from './generated-tables.js';

const PAGE = new URL('../../docs/sandboxes.md', import.meta.url);
const COMMANDS = [...readFileSync(PAGE, 'utf8').matchAll(/```sh\n([^`]*)```/g)].map(([, commands]) => commands!);

test('every command of the page succeeds', async () => {
  await using emulator = await startEmulator();
  await tokenOf(emulator);
  await using folder = await temporaryFolder({});
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  writeFileSync(join(folder.path, 'npx'), `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${main}' "$@"\n`, {
    mode: 0o755,
  });
  const script = COMMANDS.join('').replaceAll('http://127.0.0.1:4010', emulator.url);
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], {
    cwd: folder.path,
    env: { ...process.env, ID_EMULATOR_URL: emulator.url, PATH: `${folder.path}:${process.env['PATH'] ?? ''}` },
  });
  expect(stdout).toContain('"exchanges":0');
  expect(readFileSync(join(folder.path, 'behaviour.xml'), 'utf8')).toContain('<testsuite');
});

test('docs/sandboxes.md has every rule of the judge; "npm run docs" writes them', async () => {
  const rows = RULES.map(({ id, title, doubt = '' }) => [`\`${id}\``, title, doubt]);
  await expectTables(PAGE, { rules: tableOf(['rule', 'what it says', 'why it may stay suspected'], rows) });
});
