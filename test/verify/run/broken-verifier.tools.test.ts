/**
 * What `id-emulator verify` says if the Pact verifier is broken, or breaks on the way. The verifier here is written for each
 * test: the package is installed beside it, as beside a real one.
 */

import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import tried from '../../../spec/tried-peers.json' with { type: 'json' };
import { environmentWithoutSettings } from '../../cli/id-emulator.js';
import { SpawnedProcess, type Outcome } from '../../cli/spawned-process.js';
import { temporaryFolder, type TemporaryFolder } from '../../cli/temporary-folder.js';
import { installPackage } from '../../package/installed-package.js';
import { pactV3, usersInteraction } from '../../pact/pact-documents.js';
import { parsedXml } from '../../parsed-xml.js';

let folder: TemporaryFolder;
let consumer: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  ({ consumer } = await installPackage(folder.path));
  return () => folder[Symbol.asyncDispose]();
}, 120_000);

const VERSION = `${tried['@pact-foundation/pact']}.0`;
const THE_VERIFIER = `the Pact verifier of @pact-foundation/pact ${VERSION}`;

/** A verifier that works: it sends each request, and compares the status. */
const WORKING = `
const { readFileSync } = require('node:fs');
const verified = async (interaction, { providerBaseUrl }) => {
  const { _id: interactionId, request, response } = interaction;
  const { status } = await fetch(providerBaseUrl + request.path, { method: request.method, headers: request.headers });
  const mismatch = { type: 'StatusMismatch', mismatch: 'expected ' + response.status + ' but was ' + status };
  return status === response.status ? undefined : { interactionId, mismatches: [mismatch] };
};
exports.getFfiLib = () => ({});
exports.default = { verifyPacts: async (options) => verifyPacts(JSON.parse(readFileSync(options.pactUrls[0])), options) };
const verifyPacts = async ({ interactions }, options, one = verified) => {
  const errors = [];
  for (const interaction of interactions) {
    const mismatch = await one(interaction, options);
    if (mismatch !== undefined) errors.push({ interaction: interaction.description, mismatch });
  }
  return JSON.stringify({ errors, interactionResults: interactions.map(({ _id }) => ({ interactionId: _id, result: 'OK' })) });
};
`;

const BUILDER_ERROR = `({ _id }) => ({ interactionId: _id, message: 'builder error' })`;

/** The working one, broken by code that runs before each task. It may use `pact`, `options` and `verifyPacts`. */
function brokenAt(code: string): string {
  return `${WORKING}
const work = exports.default.verifyPacts;
exports.default.verifyPacts = async (options) => {
  const pact = JSON.parse(readFileSync(options.pactUrls[0]));
  ${code}
  return work(options);
};`;
}

/** The verifier ends when a task needs a value of a provider state; others run before. */
const KILLED_ON_THE_WAY = brokenAt(
  `if (JSON.stringify(pact).includes('"ProviderState"')) process.kill(process.pid, 'SIGKILL');`,
);

const PASSES = usersInteraction(200, { description: 'passes' });
const FAILS = usersInteraction(418, { description: 'fails' });
const NEVER_RUN = {
  description: 'is never run',
  providerStates: [{ name: 'a party exists' }],
  request: {
    method: 'GET',
    path: '/api/v1/institutions/me/human-scores/party::123',
    headers: { Authorization: 'Bearer x' },
    generators: {
      path: {
        type: 'ProviderState',
        expression: '/api/v1/institutions/me/human-scores/${partyId}',
        dataType: 'STRING',
      },
    },
  },
  response: { status: 200 },
};

interface Installed {
  /** Source of `@pact-foundation/pact-core`; undefined if it is not installed. */
  readonly core: string | undefined;
  readonly version?: string;
  readonly interactions?: Parameters<typeof pactV3>[0];
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs the command with this verifier. */
async function verify(
  { core, version = VERSION, interactions = [PASSES], environment = {} }: Installed,
  ...parameters: readonly string[]
): Promise<Outcome> {
  const scope = join(consumer, 'node_modules/@pact-foundation');
  await rm(scope, { recursive: true, force: true });
  await mkdir(join(scope, 'pact-core'), { recursive: true });
  await mkdir(join(scope, 'pact'));
  await writeFile(join(scope, 'pact/package.json'), JSON.stringify({ name: '@pact-foundation/pact', version }));
  if (core !== undefined) await writeFile(join(scope, 'pact-core/index.js'), core);
  await writeFile(join(consumer, 'a.json'), pactV3(interactions));
  await rm(join(consumer, 'junit.xml'), { force: true });
  const command = join(consumer, 'node_modules/id-emulator/bin/id-emulator.js');
  await using spawned = new SpawnedProcess(process.execPath, [command, 'verify', 'a.json', ...parameters], {
    cwd: consumer,
    env: { ...environmentWithoutSettings(), ...environment },
  });
  return await spawned.ended;
}

test('a verifier that builds no client without a root certificate, such as that of Pact 17.1, gets one that stays valid', async () => {
  const needsRoot = brokenAt(`
    const { X509Certificate } = require('node:crypto');
    const roots = readFileSync(process.env.SSL_CERT_FILE, 'utf8').match(/-----BEGIN[^]+?-----END CERTIFICATE-----/g) ?? [];
    const valid = roots.filter((root) => Date.parse(new X509Certificate(root).validTo) > Date.parse('2100-01-01'));
    if (valid.length !== 1) return verifyPacts(pact, options, ${BUILDER_ERROR});`);
  expect(await verify({ core: needsRoot })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('✓ 1 passed') as string,
  });
});

const BROKEN: readonly (readonly [string, Installed, string])[] = [
  [
    'sends no request',
    { core: brokenAt(`return verifyPacts(pact, options, ${BUILDER_ERROR});`) },
    `${THE_VERIFIER} sends no request: builder error`,
  ],
  [
    'says that all is well and sends no request',
    { core: brokenAt('return verifyPacts(pact, options, () => undefined);') },
    `${THE_VERIFIER} sends no request: it gives no reason`,
  ],
  [
    'does not find its library',
    { core: 'throw new Error("Couldn\'t find npm package pact-core-plan9\\n you can tell Pact where it is");' },
    `${THE_VERIFIER} failed: Couldn't find npm package pact-core-plan9 you can tell Pact where it is`,
  ],
  [
    'cannot load its library',
    { core: `${WORKING} exports.getFfiLib = () => { throw new Error('invalid ELF header'); };` },
    `${THE_VERIFIER} failed: its native library cannot be loaded: invalid ELF header`,
  ],
  [
    'does not run',
    { core: brokenAt(`throw new Error('Verification was unable to run');`) },
    `${THE_VERIFIER} failed: Verification was unable to run`,
  ],
  [
    'panics',
    {
      core: brokenAt(`console.error("thread '<unnamed>' panicked at src/lib.rs:3:5:\\nno entry"); process.exit(101);`),
    },
    `${THE_VERIFIER} ended early, with exit code 101; its last output: thread '<unnamed>' panicked at src/lib.rs:3:5: no entry`,
  ],
  [
    'is killed',
    { core: brokenAt(`process.kill(process.pid, 'SIGKILL');`) },
    `${THE_VERIFIER} ended early, with SIGKILL`,
  ],
];

test.for(BROKEN)(
  'a verifier that %s exits with 2 and one line, whatever the pact says',
  async ([, installed, line]) => {
    const outcome = await verify({ ...installed, interactions: [PASSES, FAILS] }, '--json', '--junit', 'junit.xml');
    expect(outcome).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `id-emulator: nothing was verified: ${line}\n`,
    });
    expect(existsSync(join(consumer, 'junit.xml'))).toBe(false);
  },
);

test('a verifier that is not installed as a whole, or has no folder for its files, exits with 2 and one line', async () => {
  const outcomes = [
    await verify({ core: undefined }),
    await verify({ core: WORKING, environment: { TMPDIR: join(consumer, 'no/such') } }),
  ];
  expect(outcomes).toMatchObject([
    {
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^id-emulator: nothing was verified: .*pact-core.*\n$/) as string,
    },
    {
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^id-emulator: nothing was verified: .*ENOENT.*\n$/) as string,
    },
  ]);
});

test('a verifier that breaks on the way leaves the rest "not run" in every report, and exits with 2', async () => {
  const installed = { core: KILLED_ON_THE_WAY, interactions: [PASSES, NEVER_RUN] };
  const { code, stdout, stderr } = await verify(installed, '--junit', 'junit.xml');
  const reason = `${THE_VERIFIER} ended early, with SIGKILL`;
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `[1/1] reporting (a.json): 1 passed, 1 not run\nid-emulator: the verification is incomplete, with 1 of 2 interactions not run: ${reason}\n`,
  });
  expect(stdout).toMatch(
    / {2}✓ passes[^]* {2}· is never run {2}\[not run[^]*\n✗ 1 passed, 0 failed, 1 not run\nIncomplete: /,
  );
  const junit = parsedXml(readFileSync(join(consumer, 'junit.xml'), 'utf8'));
  expect(['failures', 'skipped'].map((name) => junit.getAttribute(name))).toEqual(['1', '1']);
  expect([...junit.getElementsByTagName('skipped')].map((one) => one.getAttribute('message'))).toEqual([
    `not run: ${reason}`,
  ]);
  const json = JSON.parse((await verify(installed, '--json')).stdout) as object;
  expect(json).toMatchObject({
    verdict: 'incomplete',
    incomplete: reason,
    counts: { passed: 1, failed: 0, pending: 0, notRun: 1 },
    pacts: [{ interactions: [{ outcome: 'passed' }, { outcome: 'not run', failures: [] }] }],
  });
});

test('an interaction that failed before the verifier broke stays a failure', async () => {
  const { code, stderr } = await verify({ core: KILLED_ON_THE_WAY, interactions: [PASSES, FAILS, NEVER_RUN] });
  expect(code).toBe(1);
  expect(stderr).toMatch(/\nid-emulator: the pacts do not hold: 1 of 3 interactions failed, 1 not run\n$/);
});

test('a verification in every variant that is cut off breaks no variant, and exits with 2', async () => {
  const { code, stdout, stderr } = await verify(
    { core: KILLED_ON_THE_WAY, interactions: [PASSES, NEVER_RUN] },
    '--every-variant',
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(/^id-emulator: the verification is incomplete, with \d+ runs? missing: .* with SIGKILL\n$/);
  expect(stdout).not.toContain('breaks');
});

test('an interaction that alone cannot be sent has failed, because the verifier sends others', async () => {
  const unsendable = brokenAt(
    `if (pact.interactions.some(({ request }) => 'a b' in (request.headers ?? {}))) return verifyPacts(pact, options, ${BUILDER_ERROR});`,
  );
  const request = { ...(PASSES['request'] as object), headers: { 'a b': '1' } };
  const { code, stdout } = await verify({ core: unsendable, interactions: [{ ...PASSES, request }] });
  expect(code).toBe(1);
  expect(stdout).toMatch(/ {2}✗ passes[^]*builder error/);
});

test('a Pact above the newest that was tried is named once, and used', async () => {
  const { code, stdout, stderr } = await verify({ core: WORKING, version: '99.0.1' });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `id-emulator: @pact-foundation/pact 99.0.1 is installed, and the newest that was tried is ${tried['@pact-foundation/pact']}: if it does not work, install @pact-foundation/pact@${tried['@pact-foundation/pact']}\n[1/1] reporting (a.json): 1 passed\n`,
  });
  expect(stdout).toContain('✓ 1 passed');
});
