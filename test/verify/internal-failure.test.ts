/** A bug of id-emulator at one interaction is reported there, and the results of the others stand. */

import { expect, test } from 'vitest';
import { shippedContract } from '../../src/start/shipped.js';
import { compareRuns, type ComparedInteraction } from '../../src/verify/compare/compare-runs.js';
import { onceFor } from '../../src/common/remembering.js';
import { prepareComparison, type Comparison } from '../../src/verify/compare/compare-with-contract.js';
import { findRemedies } from '../../src/verify/remedies/find-remedies.js';
import { composeReport } from '../../src/verify/report/compose-report.js';
import { junitReport } from '../../src/verify/report/junit-report.js';
import { textReport } from '../../src/verify/report/text-report.js';
import type { VerificationReport } from '../../src/verify/report/verification-report.js';
import { type CompletedRun, planRuns, type Run, type RunResult } from '../../src/verify/run/run.js';
import type { Runner } from '../../src/verify/run/runner.js';
import { verifyPactsBy } from '../../src/verify/verify-pacts.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { pactV3, usersInteraction } from '../pact/pact-documents.js';
import { writtenPact } from '../pact/written-pacts.js';
import { statusVerifier } from './corpus/status-verifier.js';
import { interactionIn, outcomes } from './run/verified.js';

const contract = shippedContract();
const comparisonWith = onceFor(prepareComparison);
const comparison = comparisonWith(contract);

const PASSED: RunResult = { failures: [], adaptations: [] };
const FAILED: RunResult = { ...PASSED, failures: [{ kind: 'answer', message: 'expected 429', where: 'status' }] };

/** Runs of interactions with these descriptions; "pending" is pending. */
function completed(descriptions: readonly string[], result: RunResult): CompletedRun[] {
  const interactions = descriptions.map((description) =>
    usersInteraction(200, { description, pending: description === 'pending' }),
  );
  return planRuns(writtenPact('4.0', ...interactions), 1).map((run) => ({ run, result }));
}

/** Fails at interactions with these descriptions. */
function failingAt(...descriptions: readonly string[]): (run: Pick<Run, 'interaction'>) => void {
  return ({ interaction }) => {
    if (descriptions.includes(interaction.description)) throw new TypeError('x is not\na function');
  };
}

function failure(attempt: string): string {
  return `id-emulator failed when it ${attempt} (TypeError: x is not a function): this is a bug of id-emulator, not of the pact`;
}

async function reportOn(interactions: readonly ComparedInteraction[], runner?: Runner): Promise<VerificationReport> {
  const { pact } = interactions[0]!.run;
  const search = { runner: runner!, contract, comparisonWith, registry: [], options: {} };
  const verified = await findRemedies(interactions, search);
  const loaded = { pacts: [pact], problems: [], notices: [] };
  return composeReport({ contract, loaded, registry: [] }, verified, {});
}

test('an interaction that cannot be compared fails with the reason, and the others have their results', async () => {
  const fail = failingAt('broken', 'pending');
  const failing: Comparison = {
    ...comparison,
    compare: (interaction) => {
      fail({ interaction });
      return comparison.compare(interaction);
    },
  };
  const runs = completed(['first', 'broken', 'pending', 'last'], PASSED);
  const report = await reportOn(compareRuns(runs, failing, {}));
  expect(outcomes(report)).toEqual({ first: 'passed', broken: 'failed', pending: 'pending', last: 'passed' });
  const message = failure('compared the interaction with the contract');
  expect(interactionIn(report, 'broken').failures).toEqual([{ kind: 'internal', message }]);
  expect(textReport(report)).toContain(message);
  expect(junitReport(report)).toContain(message);
});

test('the search for remedies fails at one interaction, and the others have theirs', async () => {
  const runs = completed(['broken', 'last'], FAILED);
  const fail = failingAt('broken');
  const run = (candidates: readonly Run[]): Promise<CompletedRun[]> => {
    candidates.forEach(fail);
    const response = { status: 200, headers: {}, body: '', diagnostics: [] };
    return Promise.resolve(candidates.map((one) => ({ run: one, result: { ...PASSED, response } })));
  };
  const report = await reportOn(compareRuns(runs, comparison, {}), { run } as unknown as Runner);
  expect(interactionIn(report, 'broken')).toMatchObject({
    outcome: 'failed',
    failures: [{ kind: 'answer' }, { kind: 'internal', message: failure('searched for remedies') }],
    remedies: [],
  });
  expect(interactionIn(report, 'last').failures).toHaveLength(1);
});

test('an interaction whose coverage cannot be measured passes with a warning, and the others are covered', async () => {
  const fail = failingAt('broken');
  const compared = compareRuns(completed(['first', 'broken', 'last'], PASSED), comparison, {});
  // The comparison is over, and the coverage alone looks into the body.
  const interactions = compared.map((one): ComparedInteraction => {
    const { interaction } = one.run;
    const get = (): void => {
      fail(one.run);
    };
    const content = Object.defineProperty({}, 'items', { enumerable: true, get });
    const response = { ...interaction.response, body: { content } };
    return { ...one, run: { ...one.run, interaction: { ...interaction, response } } };
  });
  const report = await reportOn(interactions);
  expect(report.counts).toEqual({ passed: 3, failed: 0, pending: 0 });
  const message = failure('measured the coverage of the interaction');
  expect(interactionIn(report, 'broken').warnings).toEqual([{ message }]);
  expect(report.coverage.operations.find(({ operation }) => operation === 'getUsers')?.interactions).toBe(2);
  expect(textReport(report)).toContain(message);
});

test('a request with half of a surrogate pair in its query is reported', async () => {
  const broken = usersInteraction(200, {
    description: 'broken',
    request: { method: 'GET', path: '/api/v1/institutions/me/users', query: { search: ['\ud800'] } },
  });
  await using folder = await temporaryFolder({
    'a.json': pactV3([broken, usersInteraction(200, { description: 'last' })]),
  });
  const report = await verifyPactsBy(statusVerifier(), { pacts: [folder.path] });
  expect(outcomes(report)).toEqual({ broken: 'failed', last: 'passed' });
  expect(interactionIn(report, 'broken').request.path).toBe('/api/v1/institutions/me/users?search=%EF%BF%BD');
});
