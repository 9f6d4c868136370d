/** What one takes along of an exchange does what the exchange did: as curl, as a test, as a pact interaction, as HAR. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { SandboxControl } from '../../src/emulator/control/methods/sandbox-control.js';
import { callOf, startInspected } from './inspector.js';
import { untilEnd } from '../until-end.js';

const run = promisify(execFile);

const inspected = await untilEnd(startInspected());

/** What the button of an exchange copies. */
async function copied(sandbox: SandboxControl, exchange: number, button: string): Promise<string> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await using opened = await inspected.open(sandbox, `exchanges/${exchange}`, { permissions });
  const { page } = opened;
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return (await page.evaluate('navigator.clipboard.readText()')) as string;
}

test('as curl, the request gets the same status', async ({ skip }) => {
  skip((await run('curl', ['--version']).catch(() => undefined)) === undefined, 'curl is not installed');
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/credentials/request', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"partyId":"it's nobody","providers":["GITHUB"]}`,
  });
  await run('sh', ['-c', await copied(sandbox, 1, 'Copy as curl')]);
  const [first, , last] = sandbox.requests();
  expect(last).toMatchObject({ method: 'POST', status: 404, request: { body: first!.request.body } });
});

test('as a test, it is a file for Vitest', async () => {
  using sandbox = inspected.emulator.sandbox();
  sandbox.use('rate-limit-burst', { burst: 1 });
  await callOf(sandbox, '/institutions/me/users');
  const text = await copied(sandbox, 1, 'Copy as a test');
  expect(text).toContain("import { emulatorTest } from 'id-emulator/vitest';");
  expect(text).toContain("test('getUsers responds with 429'");
  expect(text).toContain("sandbox.scenarios.select('rate-limit-burst;burst=1');");
});

test('as a pact interaction, it has matching rules of the contract', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users?limit=2');
  const interaction = JSON.parse(await copied(sandbox, 1, 'Copy as a pact interaction')) as object;
  expect(interaction).toMatchObject({
    type: 'Synchronous/HTTP',
    request: { path: '/api/v1/institutions/me/users' },
    response: { status: 200, matchingRules: expect.anything() as object },
  });
});

test('as HAR, it is one entry', async () => {
  using sandbox = inspected.emulator.sandbox();
  await callOf(sandbox, '/institutions/me/users');
  await callOf(sandbox, '/institutions/me/human-scores');
  await using opened = await inspected.open(sandbox, 'exchanges/2');
  const download = opened.page.waitForEvent('download');
  await opened.page.getByRole('button', { name: 'HAR' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`${sandbox.id}-2.har`);
  const har = JSON.parse(await readFile(await saved.path(), 'utf8')) as { log: { entries: object[] } };
  expect(har.log.entries).toMatchObject([{ _exchange: 2 }]);
});
