/** What one takes along of an exchange does what the exchange did: as curl, as a test, as a pact interaction, as HAR. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxControl } from '../../src/emulator/control/methods/sandbox-control.js';
import { callOf, startInspected, type Inspected } from './inspector.js';

const run = promisify(execFile);

let inspected: Inspected;
beforeAll(async () => {
  inspected = await startInspected();
});
afterAll(() => inspected.close());

/** What the button of an exchange copies. */
async function copied(sandbox: SandboxControl, exchange: number, button: string): Promise<string> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await using opened = await inspected.open(sandbox, `exchanges/${exchange}`, { permissions });
  const { page } = opened;
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return (await page.evaluate('navigator.clipboard.readText()')) as string;
}

/** Runs the text of a test file in a new sandbox. */
async function runTest(text: string): Promise<void> {
  const bodies: ((fixtures: { readonly sandbox: SandboxControl }) => Promise<void>)[] = [];
  const define = (_title: string, body: (typeof bodies)[number]): void => void bodies.push(body);
  const code = text.replaceAll(/^import .*$/gm, '').replaceAll(/ as \{[^}]*\}/g, '');
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is what is tested
  const execute = new Function('expect', 'test', 'emulatorTest', code) as (...given: readonly unknown[]) => void;
  execute(expect, define, () => define);
  using sandbox = inspected.emulator.sandbox();
  await bodies[0]!({ sandbox });
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

test('as a test, a failure by a header at its third call is repeated', async () => {
  using sandbox = inspected.emulator.sandbox();
  const headers = { 'Emulator-Scenario': 'rate-limit-burst;after=2' };
  for (let call = 0; call < 3; call++) await callOf(sandbox, '/institutions/me/users', { headers });
  const text = await copied(sandbox, 3, 'Copy as a test');
  expect(text).toContain("import { test } from 'id-emulator/vitest';");
  expect(text).toContain("test('getUsers responds with 429'");
  expect(text).toContain('expect(response.status).toBe(429);');
  await runTest(text);
});

test('as a test, a scenario of the sandbox and a connection that breaks are repeated', async () => {
  using sandbox = inspected.emulator.sandbox();
  sandbox.use('connection-reset');
  await callOf(sandbox, '/institutions/me/users');
  const text = await copied(sandbox, 1, 'Copy as a test');
  expect(text).toContain("sandbox.scenarios.select('connection-reset')");
  await runTest(text);
});

test('as a test, a request for a token uses the credentials of the test', async () => {
  using sandbox = inspected.emulator.sandbox();
  const form = { grant_type: 'client_credentials', client_id: sandbox.clientId, client_secret: sandbox.clientSecret };
  await fetch(sandbox.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const text = await copied(sandbox, 1, 'Copy as a test');
  expect(text).not.toContain(sandbox.clientSecret);
  await runTest(text);
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
