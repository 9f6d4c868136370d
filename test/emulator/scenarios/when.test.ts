/** When a scenario fires: the conditions of scenario files, each with its own file. */

import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import type { EmulatorOptions } from '../../../src/index.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution, type Institution } from '../../institution.js';
import { responseTo, goodCalls, statusesOf, type GoodCalls } from './good-calls.js';
import { folderOf, scenarioFile } from './scenario-folder.js';

const EVERYWHERE =
  '[issueToken, getUsers, getHumanScores, getHumanScoreByPartyId, getCredentials, getCredentialByPartyId, resolveCredentials, createCredentialsRequest, generateVerificationLink, generateVerificationLinksBatch, checkVerificationStatus]';
const FAULT = 'fault: { answer: { status: 500, error: internal_error, message: Made to fail. } }';

interface Prepared extends AsyncDisposable {
  readonly institution: Institution;
  readonly good: GoodCalls;
}

/** An institution of an emulator with these scenarios: the lines of their files by name. */
async function preparedWith(
  scenarios: Readonly<Record<string, string>>,
  options: EmulatorOptions = {},
  operations = EVERYWHERE,
): Promise<Prepared> {
  const folder = await folderOf(
    Object.fromEntries(
      Object.entries(scenarios).map(([name, lines]) => [`${name}.yaml`, scenarioFile(name, lines, operations)]),
    ),
  );
  const institution = await startInstitution({ population: 20, ...options, scenarios: folder.path });
  const end = async (): Promise<void> => {
    await institution.close();
    await folder[Symbol.asyncDispose]();
  };
  return { institution, good: await goodCalls(institution), [Symbol.asyncDispose]: end };
}

/** The statuses of the given number of getUsers calls under a scenario with these lines. */
async function statusesWhen(lines: string, calls: number, options: EmulatorOptions = {}): Promise<number[]> {
  await using prepared = await preparedWith({ mine: lines }, options);
  return await statusesOf(prepared.institution, prepared.good.getUsers, 'mine', calls);
}

testExchanges(new URL('when.yaml', import.meta.url), async (options) => {
  const { mine } = options as { readonly mine: object };
  const prepared = await preparedWith({ mine: stringify(mine) }, { now: '2026-01-31T09:00:00Z' });
  onTestFinished(() => prepared[Symbol.asyncDispose]());
  return await sandboxesOf(prepared.institution.emulator)({});
});

test('probability fires on about its share of the calls', async () => {
  const failed = (await statusesWhen(`when: { probability: 0.25 }\n${FAULT}`, 100)).filter(
    (status) => status === 500,
  ).length;
  expect(failed).toBeGreaterThan(15);
  expect(failed).toBeLessThan(35);
});

test('probability draws from the seed: the same seed selects the same calls, another seed others', async () => {
  const lines = `when: { probability: 0.5 }\n${FAULT}`;
  const draws = [
    await statusesWhen(lines, 30, { seed: 3 }),
    await statusesWhen(lines, 30, { seed: 3 }),
    await statusesWhen(lines, 30, { seed: 4 }),
  ];
  expect(draws[1]).toEqual(draws[0]);
  expect(draws[2]).not.toEqual(draws[0]);
});

test('a scenario has several faults at once', async () => {
  const lines =
    'fault: { delay: { before: headers, fixed: 150ms }, alter: { how: empty-lists }, merge: { patch: { totalCount: 7 } } }';
  await using prepared = await preparedWith({ mine: lines }, {}, '[getUsers]');
  const start = performance.now();
  const { json } = await responseTo(prepared.institution, prepared.good.getUsers, 'mine');
  expect(performance.now() - start).toBeGreaterThan(140);
  // The first is outermost: the list is emptied after the merge, and the total with it.
  expect(json).toMatchObject({ items: [], totalCount: 0 });
});

test('a delay around an error delays it', async () => {
  await using prepared = await preparedWith({
    mine: 'fault: { delay: { before: headers, fixed: 150ms }, answer: { status: 500, error: internal_error, message: Made to fail. } }',
  });
  const start = performance.now();
  const { status } = await responseTo(prepared.institution, prepared.good.getUsers, 'mine');
  expect(performance.now() - start).toBeGreaterThan(140);
  expect(status).toBe(500);
});
