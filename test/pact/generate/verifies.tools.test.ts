/** Pacts from journals pass Pact's own verifier and the comparison with the contract, and Pact reads them without loss. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyPacts, type VerificationReport } from 'id-emulator/pact';
import { beforeAll, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/emulator/options.js';
import { startEmulator } from '../../../src/index.js';
import type { InteractionDocument as Interaction, PactDocument } from '../../../src/emulator/control/pact-document.js';
import { SpawnedProcess } from '../../cli/spawned-process.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { consumerOf, type Consumer } from './consumer.js';
import {
  arrangeAWorld,
  beRefused,
  findNothing,
  meetScenarios,
  readAnotherPopulation,
  useEveryOperation,
} from './lives.js';

const READER = fileURLToPath(new URL('read-with-pact.mjs', import.meta.url));

/** What consumers do, by consumer. */
const LIVES: Readonly<
  Record<string, readonly [life: (consumer: Consumer) => Promise<void>, sandbox: SandboxOptions | 'default']>
> = {
  'uses every operation': [useEveryOperation, {}],
  // Requests without a valid token identify no sandbox, so they are in the journal of the default one.
  'is refused': [beRefused, 'default'],
  'meets scenarios': [meetScenarios, {}],
  'arranges a world': [arrangeAWorld, {}],
  'finds nobody': [findNothing, { fixture: 'empty', population: 0 }],
  'has another population': [readAnotherPopulation, { seed: 7, population: 60 }],
};
const names = Object.keys(LIVES);

const pacts = new Map<string, PactDocument>();
/** The pacts after Pact's own implementation has read and written them. */
const rewritten = new Map<string, PactDocument>();
let report: VerificationReport;

beforeAll(async () => {
  await using emulator = await startEmulator();
  await using folder = await temporaryFolder();
  for (const [consumer, [live, options]] of Object.entries(LIVES)) {
    const sandbox = options === 'default' ? emulator.defaultSandbox : emulator.sandbox(options);
    await live(await consumerOf(sandbox));
    pacts.set(consumer, sandbox.pact({ consumer }));
    await writeFile(join(folder.path, `${consumer}-identity.json`), JSON.stringify(pacts.get(consumer)));
  }
  report = await verifyPacts({ pacts: [folder.path], strict: true });
  await using child = new SpawnedProcess(process.execPath, [READER, folder.path, ...names], {
    cwd: import.meta.dirname,
    env: process.env,
  });
  expect(await child.ended).toMatchObject({ code: 0 });
  for (const name of names)
    rewritten.set(name, JSON.parse(await readFile(join(folder.path, `${name}-identity.json`), 'utf8')) as PactDocument);
}, 60_000);

test.each(names)('a pact of a consumer that %s verifies', (wanted) => {
  const { interactions } = report.pacts.find(({ consumer }) => consumer === wanted)!;
  expect(interactions).toHaveLength(pacts.get(wanted)!.interactions.length);
  expect(
    interactions
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ description, states, failures }) => ({ description, states, failures })),
  ).toEqual([]);
});

test('no pact requires a member that the contract calls optional', () => {
  const warnings = report.pacts.flatMap(({ interactions }) => interactions.flatMap((one) => one.warnings));
  expect(warnings.filter(({ code }) => code === 'response.body.optional')).toEqual([]);
});

test('the verification passes without problems', () => {
  expect(report).toMatchObject({ verdict: 'passed', problems: [], notices: [] });
});

test.each(names)('Pact reads a pact of a consumer that %s without loss', (consumer) => {
  const { interactions } = rewritten.get(consumer)!;
  const known = (wanted: string): Interaction | undefined =>
    interactions.find(({ description }) => description === wanted);
  expect(
    pacts
      .get(consumer)!
      .interactions.map((interaction) => [interaction, known(interaction.description)])
      .filter(([ours, theirs]) => !isSame(ours, theirs)),
  ).toEqual([]);
});

test.each(names)('nothing is left out of a pact of a consumer that %s', (consumer) => {
  const reasons = pacts.get(consumer)!.metadata['id-emulator'].leftOut.map(({ reason }) => reason);
  // These change nothing that a pact can expect.
  const harmless =
    /^Without scenario (?:extra-members|without-optional-members|non-ascii|very-long-values|huge-page|batch-duplicate-items|short-lived-token), /;
  expect(reasons.filter((reason) => !harmless.test(reason))).toEqual([]);
});

test('the pacts contain every operation, and every status except those of malformed and oversized requests', () => {
  const all = [...pacts.values()].flatMap(({ interactions }) => interactions);
  expect(new Set(all.map(({ response }) => response.status))).toEqual(
    new Set([200, 204, 400, 401, 403, 404, 415, 429, 500]),
  );
  expect(new Set(all.map(({ description }) => description.split(',')[0]!.replace(/ \(\d+\)$/, ''))).size).toBe(11);
});

/** The order of members does not matter, nor do comments that Pact adds. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'comments');
  return Object.fromEntries(
    members.map(([name, member]): [string, unknown] => [name, sorted(member)]).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
