/** `id-emulator replay`: replays an exported run. */

import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

/** The bundle of a sandbox with two requests for users and an hour between them. */
async function bundleText(): Promise<string> {
  await using emulator = await startEmulator({ now: '2026-01-01T00:00:00Z' });
  const sandbox = emulator.sandbox();
  for (let nth = 0; nth < 2; nth++) {
    const token = await tokenOf(sandbox);
    await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${token}` } });
    sandbox.clock.advance('1h');
  }
  const answer = await fetch(`${emulator.url}/_emulator/sandboxes/${sandbox.id}/bundle`);
  return await answer.text();
}

test('a bundle without a difference ends with 0, and the output counts what was replayed', async () => {
  await using folder = await temporaryFolder({ 'bundle.json': await bundleText() });
  const { code, stdout, stderr } = await outcomeOf(['replay', `${folder.path}/bundle.json`]);
  expect([code, stdout, stderr]).toEqual([0, 'replayed 4 exchanges and 2 control-plane changes: no difference\n', '']);
});

test('a bundle with a difference ends with 1, and the first difference is printed', async () => {
  await using folder = await temporaryFolder({
    'bundle.json': (await bundleText())
      .replace('"totalCount', '"totalSum')
      .replace(String.raw`\"totalCount\"`, String.raw`\"totalSum\"`),
  });
  const { code, stdout, stderr } = await outcomeOf(['replay', `${folder.path}/bundle.json`]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^exchange 2 differs: body at character \d+\n {2}request {3}GET \/api\/v1\/institutions\/me\/users\n {2}recorded .*totalSum.*\n {2}replayed .*totalCount/,
  );
  expect(stderr).toMatch(/^id-emulator: the replay of .*bundle\.json differs in exchange 2\n$/);
});

test.each([
  ['no JSON', '{', /not valid JSON/],
  ['no bundle', '{"format":"something"}', /expected a bundle/],
  ['a bundle of another version', '{"format":"id-emulator-bundle","version":1}', /\/version: expected 3, found 1/],
  ['a bundle that lacks its steps', '{"format":"id-emulator-bundle","version":3}', /\/steps: expected an array/],
])('%s is refused in one line with code 2', async (_, text, reason) => {
  await using folder = await temporaryFolder({ 'bundle.json': text });
  const { code, stdout, stderr } = await outcomeOf(['replay', `${folder.path}/bundle.json`]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(reason);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('an impossible event is reported', async () => {
  const bundle = JSON.parse(await bundleText()) as { state: { events: object[] } };
  bundle.state.events.push({ type: 'credential-changed', partyId: 'nobody', contractId: 'none', state: 'revoked' });
  await using folder = await temporaryFolder({});
  await writeFile(`${folder.path}/bundle.json`, JSON.stringify(bundle));
  const { code, stderr } = await outcomeOf(['replay', `${folder.path}/bundle.json`]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /\/state\/events\/0: Event 0 cannot be applied: event "credential-changed" of nobody: there is no such party/,
  );
});

test('a missing file is rejected in one line', async () => {
  const { code, stderr } = await outcomeOf(['replay', 'nowhere.json']);
  expect([code, stderr]).toEqual([2, 'id-emulator: nowhere.json: there is no such file\n']);
});
