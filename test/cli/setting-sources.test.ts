/** Every setting is a flag, an environment variable and a key of the config file. */

import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { VARIANT_SETS } from '../../src/contract/variants/variant-sets.js';
import { cast } from '../cast.js';
import { callControl, type State } from './call-control.js';
import { idEmulator, outcomeOf, readyLine, type ReadyLine, type RunningCommand } from './id-emulator.js';
import { healthOf, openSandbox, sandboxesOf, statusesOf, tokenEffects } from './setting-effects.js';
import { workingFolder } from './temporary-folder.js';
import SETTINGS from './setting-sources.json' with { type: 'json' };

/** Tested elsewhere, because a client has to trust the certificate first. */
const TLS = ['tls', 'tls-cert', 'tls-key', 'tls-ca'];

/** Tested elsewhere, because what it keeps goes on from one test to the next, or is about the end. */
const STORE = ['store'];

/** Tested elsewhere, because it takes many exchanges or large ones to see them. */
const BYTES = ['journal-bytes-in-all'];

/** Excludes `now`. */
const TIME = { time: '2030-01-01T00:00:00Z' };

const PUBLIC_URL = SETTINGS['public-url'];

const KEY = generateKeyPairSync('ed25519').privateKey;

const OWN_SCENARIO = `
name: own-burst
summary: The second call is refused.
group: throttling
basis: this test
recoverable: true
operations: [getUsers]
when: { skip: 1, times: 1 }
fault:
  answer: { status: 429, error: rate_limited, message: Once. }
`;
const FILES = { 'key.pem': pemOf(KEY), 'own/own-burst.yaml': OWN_SCENARIO };

/** Links need a world with credentials in it; `time` is instead of `now`. */
const { now: _now, fixture: _fixture, scenario: _scenario, ...withoutClock } = SETTINGS;
const LINK_SETTINGS = { ...withoutClock, ...TIME };

test('the settings that are tested here are those that help shows', async () => {
  const { stdout } = await outcomeOf(['help', 'start', '--all']);
  const flagsOfHelp = [...stdout.matchAll(/^ {2}--([a-z-]+)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'config' && name !== 'help');
  const shown = Object.keys(variables(Object.fromEntries(flagsOfHelp.map((name) => [name, '']))));
  const elsewhere = Object.fromEntries([...TLS, ...STORE, ...BYTES].map((name) => [name, '']));
  expect(Object.keys(variables({ ...SETTINGS, ...TIME, ...elsewhere })).toSorted()).toEqual(shown.toSorted());
});

type Texts = Record<string, string>;

/** The ways to give settings: the words of a command, its variables, and its files. */
const WAYS: readonly (readonly [string, (settings: object) => readonly [string[], Texts, Texts]])[] = [
  ['a flag', (settings: object) => [flags(settings), {}, FILES]],
  ['an environment variable', (settings: object) => [[], variables(settings), FILES]],
  [
    'a key of the config file',
    (settings: object) => [[], {}, { ...FILES, 'id-emulator.config.yaml': stringify(settings) }],
  ],
];

test.each(WAYS)('every setting is %s', async (_, given) => {
  const [words, env, files] = given(SETTINGS);
  await using _folder = await workingFolder(files);
  await using command = idEmulator(['start', ...words], { env });
  await expectSettingsToHold(command);
});

test.each(WAYS)('the lifetime of links is %s', async (_, given) => {
  const [words, env, files] = given(LINK_SETTINGS);
  await using _folder = await workingFolder(files);
  await using command = idEmulator(['start', ...words], { env });
  await expectLinkToEnd(command);
});

test('a variable switches off what the config file switches on', async () => {
  await using _folder = await workingFolder({ 'id-emulator.config.yaml': 'strict: true\n' });
  const env = { ID_EMULATOR_STRICT: 'false' };
  await using command = idEmulator(['start', '--port', '0', '--log', 'json'], { env });
  const emulator = await readyLine(command);
  const { accessToken } = await tokenEffects(emulator);
  expect(await statusesOf(emulator, accessToken)).toEqual([200, 200]);
});

async function expectSettingsToHold(command: RunningCommand): Promise<void> {
  const ready = await readyLine(command);
  const emulator = reachedLocally(ready);
  const { hostname, port } = new URL(emulator.url);
  expect(ready).toMatchObject({
    url: PUBLIC_URL,
    apiUrl: `${PUBLIC_URL}/api/v1`,
    tokenUrl: `${PUBLIC_URL}/oauth/token`,
  });
  await expectPagesToCall(emulator);
  const { accessToken, lifetime, issuedAt } = await tokenEffects(emulator);
  expect(hostname).toBe('localhost');
  expect(port).not.toBe('4010');
  expect(emulator).toMatchObject({ clientId: 'acme', clientSecret: "it's a secret" });
  expect(await healthOf(emulator)).toMatchObject({ network: 'mainnet', seed: 7, population: 3, fixture: 'empty' });
  expect(lifetime).toBe(120);
  expect(issuedAt).toBe(Date.parse('2030-01-01T00:00:00Z') / 1_000);
  // Strict refuses the first call; the scenario lets one call pass, and refuses the second.
  expect(await statusesOf(emulator, accessToken)).toEqual([400, 429]);
  await jwtVerify(accessToken, createPublicKey(KEY), { currentDate: new Date('2030-01-01T00:00:00Z') });
  const { id } = await openSandbox(emulator, 'open sesame');
  expect(id).toMatch(/^[0-9a-f]{8}$/);
  expect(await sandboxesOf(emulator, 'open sesame')).toEqual({
    ids: ['default', id],
    kept: 2,
    revision: '2026-04',
    variants: { ...VARIANT_SETS.sloppy, 'error-body': 'problem', 'link-status': '201' },
  });
  expect(await sandboxesOf(emulator, 'sesame')).toBe(401);
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
}

/** The emulator at the address where it listens. */
function reachedLocally(ready: ReadyLine): ReadyLine {
  const { localUrl: url } = ready;
  return { ...ready, url, apiUrl: `${url}/api/v1`, tokenUrl: `${url}/oauth/token` };
}

async function expectPagesToCall({ url, apiUrl }: ReadyLine): Promise<void> {
  const preflight = { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' };
  const { status } = await fetch(`${apiUrl}/institutions/me/users`, { method: 'OPTIONS', headers: preflight });
  expect(status).toBe(204);
  // The control token is missing, but the origin is not refused.
  const page = await fetch(`${url}/_emulator/sandboxes`, { headers: { Origin: 'https://page.b.example.com' } });
  expect(page.status).toBe(401);
}

async function expectLinkToEnd(command: RunningCommand): Promise<void> {
  const emulator = reachedLocally(await readyLine(command));
  const { accessToken, issuedAt } = await tokenEffects(emulator);
  expect(new Date(issuedAt * 1_000).toISOString()).toMatch(/^2030-01-01T00:0/);
  const link = await fetch(`${emulator.apiUrl}/verification/generate-link`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ contractId: cast('Ben').credentials[0]!.contractId }),
  });
  const { token } = (await link.json()) as { token: string };
  const check = async () => (await fetch(`${emulator.apiUrl}/verification/check/${token}`)).status;
  expect(await check()).toBe(200);
  const controlToken = LINK_SETTINGS['control-token'];
  const { body } = await callControl<State>(emulator, '/sandboxes/default/state', undefined, controlToken);
  expect(body.clock.frozen).toBe(false);
  await callControl(emulator, '/sandboxes/default/clock/advance', { by: '1s' }, controlToken);
  expect(await check()).toBe(404);
}

function flags(settings: object): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
    return [`--${name}`, String(value)];
  });
}

function variables(settings: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `ID_EMULATOR_${name.replaceAll('-', '_').toUpperCase()}`,
      String(value),
    ]),
  );
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}
