/** The sample and the table of docs/compare.md are what the program prints; "npm run docs" writes them. */

import { test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { REVISIONS } from '../../src/contract/contract.js';
import { contractOf } from '../../src/start/shipped.js';
import { checkGroups } from '../../src/upstream/conformance/checks/checks.js';
import { evidenceText } from '../../src/upstream/evidence/index.js';
import { evidenceOf, harOf, Recorder } from '../upstream/evidence/recorded-traffic.js';
import { expectTables, tableOf } from './generated-tables.js';

const PAGE = new URL('../../docs/compare.md', import.meta.url);

/** A few requests to a service that differs from the contract. */
async function sample(): Promise<string> {
  await using emulator = await startEmulator({ variants: { 'max-limit': '50', unauthenticated: '403' } });
  const recorder = new Recorder(emulator);
  await recorder.login();
  await recorder.get('/institutions/me/users?limit=50');
  await recorder.get('/institutions/me/users?limit=100');
  await recorder.get('/institutions/me/credentials?sort=up');
  await recorder.send(`${emulator.apiUrl}/institutions/me/users`);
  return evidenceText(await evidenceOf(emulator.apiUrl, harOf(recorder.entries)));
}

test('docs/compare.md has a sample, and every group of the suite; "npm run docs" writes them', async () => {
  const rows = checkGroups(contractOf(REVISIONS.at(-1))).map(({ name, title, checks }) => [
    `\`${name}\``,
    title,
    String(checks.length),
  ]);
  const all = (await sample()).split('\n');
  const guessed = all.indexOf('as guessed:');
  const rest = all.indexOf('', guessed);
  const shown = [...all.slice(0, guessed + 4), '  ...', ...all.slice(rest)].join('\n');
  await expectTables(PAGE, {
    sample: `\`\`\`text\n${shown.trimEnd()}\n\`\`\`\n`,
    groups: tableOf(['group', 'what it checks', 'checks'], rows),
  });
});
