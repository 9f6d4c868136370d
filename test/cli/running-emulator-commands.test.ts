/** `sandbox`, `clock`, `journal` and `tail`: a running emulator from a terminal. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../src/start/emulator.js';
import { idEmulator, outcomeOf } from './id-emulator.js';
import { untilEnd } from '../until-end.js';

const emulator = await untilEnd(startEmulator({ now: '2026-01-31T09:00:00Z' }));
const env: NodeJS.ProcessEnv = { ID_EMULATOR_URL: emulator.url };

test('sandbox open prints the variables of the new sandbox', async () => {
  const { code, stdout } = await outcomeOf(
    ['sandbox', 'open', '--name', 'a tester', '--token-ttl', '60', '--format', 'json'],
    { env },
  );
  const variables = JSON.parse(stdout) as Record<string, string>;
  const opened = emulator.sandboxes().find(({ clientId }) => clientId === variables['ID_EMULATOR_CLIENT_ID'])!;
  expect(variables).toMatchObject({
    ID_EMULATOR_API_URL: emulator.apiUrl,
    ID_EMULATOR_CLIENT_SECRET: opened.clientSecret,
    ID_SDK_CLIENT_ID: opened.clientId,
  });
  expect(opened.show()).toMatchObject({ name: 'a tester', tokenTtl: 60 });
  expect(code).toBe(0);
});

test('with the variables of sandbox open, other commands mean the new sandbox', async () => {
  const { stdout } = await outcomeOf(['sandbox', 'open', '--now', '2027-01-01T00:00:00Z', '--format', 'json'], { env });
  const variables = JSON.parse(stdout) as Record<string, string>;
  const shown = await outcomeOf(['clock', 'freeze', '2027-02-01T00:00:00Z'], { env: { ...env, ...variables } });
  expect(shown.stdout).toBe('2027-02-01T00:00:00.000Z  stopped\n');
  expect(emulator.defaultSandbox.clock.now()).toEqual(new Date('2026-01-31T09:00:00Z'));
});

test('sandbox open takes every choice of a flag that is repeated', async () => {
  const choices = ['--variant', 'error-body=problem', '--variant', 'max-limit=20'];
  const { stdout } = await outcomeOf(['sandbox', 'open', ...choices, '--format', 'json'], { env });
  const { ID_EMULATOR_SANDBOX: id } = JSON.parse(stdout) as { ID_EMULATOR_SANDBOX: string };

  const opened = emulator.sandboxes().find((sandbox) => sandbox.id === id)!;
  expect(opened.show()).toMatchObject({ variants: { 'error-body': 'problem', 'max-limit': '20' } });
});

test('sandbox list prints a line for each sandbox', async () => {
  using sandbox = emulator.sandbox({ name: 'a listed one' });
  const { stdout } = await outcomeOf(['sandbox', 'list'], { env });
  expect(stdout.split('\n')).toContain(
    `${sandbox.id}  ${sandbox.clientId}  2026-01-31T09:00:00.000Z  0 exchanges  a listed one`,
  );
});

test('sandbox reset and sandbox remove change the sandbox that is named', async () => {
  const sandbox = emulator.sandbox();
  sandbox.clock.advance('2h');
  expect(await outcomeOf(['sandbox', 'reset', sandbox.id], { env })).toMatchObject({ code: 0, stderr: '' });
  expect(sandbox.clock.reading().time).toBe('2026-01-31T09:00:00.000Z');
  expect(await outcomeOf(['sandbox', 'remove', sandbox.id], { env })).toMatchObject({ code: 0, stderr: '' });
  expect(emulator.sandboxes().map(({ id }) => id)).not.toContain(sandbox.id);
});

test('journal prints the exchanges that match, a line each', async () => {
  using sandbox = emulator.sandbox();
  await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers: { 'Emulator-Sandbox': sandbox.id } });
  await fetch(`${sandbox.apiUrl}/verification/check/none`, { headers: { 'Emulator-Sandbox': sandbox.id } });
  const { stdout } = await outcomeOf(['journal', '--sandbox', sandbox.id, '--status', '401'], { env });
  expect(stdout).toMatch(
    new RegExp(`^09:00:00\\.000 {2}${sandbox.id} {2}#1 GET /api/v1/institutions/me/users 401 {2}[^\\n]*\\n$`),
  );
});

/** Sends requests without a token until the command has printed the line: it may not follow yet. */
async function askUntil(line: Promise<unknown>, { apiUrl, id }: { apiUrl: string; id: string }): Promise<void> {
  const asked: Promise<Response>[] = [];
  const asking = setInterval(() => {
    asked.push(fetch(`${apiUrl}/institutions/me/users`, { headers: { 'Emulator-Sandbox': id } }));
  }, 50);
  await line.finally(() => {
    clearInterval(asking);
  });
  await Promise.all(asked);
}

test('tail prints each exchange as it happens, and ends when the sandbox is removed', async () => {
  const sandbox = emulator.sandbox();
  await using tail = idEmulator(['tail', '--sandbox', sandbox.id], { env });
  const line = tail.printed(/users 401/);
  await askUntil(line, sandbox);
  sandbox.remove();
  expect(await tail.ended).toMatchObject({ code: 0, stderr: '' });
});

test('tail says which rule the exchanges break, each time once', async () => {
  using sandbox = emulator.sandbox();
  await using tail = idEmulator(['tail', '--sandbox', sandbox.id], { env });
  const line = tail.printed(/broken rule token-with-every-call: Sent no Authorization header\. \(#\d+\)/);
  await askUntil(line, sandbox);
  const { stdout } = await tail.end('SIGINT');
  const named = [...stdout.matchAll(/broken rule [^\n]*\((#\d+)\)/g)].map(([, number]) => number);
  expect(new Set(named).size).toBe(named.length);
});

test('tail ends with 0 on Ctrl-C', async () => {
  using sandbox = emulator.sandbox();
  await using tail = idEmulator(['tail', '--sandbox', sandbox.id], { env });
  expect(await tail.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
});
