/**
 * Verifies consumers' pacts against the emulator and against the contract. The steps: gather pacts, plan runs, run
 * them, compare them with the contract, find remedies, compose the report, publish the results.
 */

import { outputRedactor } from '../emulator/redaction/output-redactor.js';
import { publishResults } from './broker/publish-results.js';
import { compareRuns, countOutcomes, type ComparedPact } from './compare/compare-runs.js';
import { prepareComparisons } from './compare/compare-with-contract.js';
import { gatherPacts } from './gather-pacts.js';
import { refuseNothingRun } from './nothing-verified.js';
import { planRuns, type PlannedPact } from './plan-runs.js';
import { findRemedies, type VerifiedPact } from './remedies/find-remedies.js';
import { composeReport } from './report/compose-report.js';
import type { VerificationReport } from './report/verification-report.js';
import { withRunner, type WithRunnerOptions } from './run/runner.js';
import type { VerifierProcess } from './run/verifier-process.js';
import type { VerifyOptions } from './verify-options.js';

/** Verifies pacts as `verifyPacts` of verify.ts does, with a process of the verifier that has been started. */
export async function verifyPactsBy(verifier: VerifierProcess, options: VerifyOptions): Promise<VerificationReport> {
  const gathered = await gatherPacts(options);
  const planned = planRuns(gathered.loaded.pacts);
  const verified = await verifyPlanned(planned, { ...gathered, verifier, options });
  const report = outputRedactor([options.controlToken, options.urlToken]).json(
    composeReport({ ...gathered, verified, options }),
  );
  return await publishResults(report, gathered.loaded.pacts, options.broker);
}

/** The steps that use an emulator. Without interactions, there is none. */
async function verifyPlanned(planned: readonly PlannedPact[], context: WithRunnerOptions): Promise<VerifiedPact[]> {
  if (planned.every(({ runs }) => runs.length === 0)) return planned.map(({ pact }) => ({ pact, interactions: [] }));
  const { contract, registry, options } = context;
  const comparisonWith = prepareComparisons();
  const comparison = comparisonWith(contract);
  const reportProgress = progressReporter(options, planned.length);
  return await withRunner(context, async (runner) => {
    const compared = await Promise.all(
      planned.map(async ({ pact, runs }) => {
        const completed = await runner.run(runs);
        const { strict, sendAsWritten: asWritten } = options;
        const interactions = compareRuns(completed, { contract, comparison, strict, asWritten });
        reportProgress({ pact, interactions });
        return { pact, interactions };
      }),
    );
    refuseNothingRun(compared.flatMap(({ interactions }) => interactions));
    return await findRemedies(compared, { runner, contract, registry, comparisonWith, options });
  });
}

function progressReporter({ onProgress, signal }: VerifyOptions, total: number): (compared: ComparedPact) => void {
  let done = 0;
  return ({ pact: { source, consumer }, interactions }) => {
    done++;
    // What an interruption cut off has not failed, and a pact that was not run is no progress.
    if (signal?.aborted !== true && interactions.some(({ result }) => result.notRun === undefined))
      onProgress?.({ source, consumer, ...countOutcomes(interactions), done, total });
  };
}
