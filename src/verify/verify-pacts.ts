/**
 * Verifies consumers' pacts against the emulator and against the contract. The steps: gather pacts, plan runs, run
 * them, compare them with the contract, find remedies, compose the report, publish the results.
 */

import { withoutUndefined } from '../common/json.js';
import { onceFor } from '../common/remembering.js';
import type { PactFile } from '../pact/pact-file.js';
import { publishResults } from './broker/publish-results.js';
import { compareRuns, countOutcomes, type ComparedInteraction } from './compare/compare-runs.js';
import { prepareComparison } from './compare/compare-with-contract.js';
import { gatherPacts, shown, type GatheredPacts } from './gather-pacts.js';
import { refuseNothingRun } from './nothing-verified.js';
import { findRemedies, type VerifiedInteraction } from './remedies/find-remedies.js';
import { composeReport } from './report/compose-report.js';
import type { VerificationReport } from './report/verification-report.js';
import { planRuns } from './run/run.js';
import { type Runner, withRunner, type WithRunnerOptions } from './run/runner.js';
import { MOST_KEPT } from './run/sandbox-source.js';
import type { VerifierProcess } from './run/verifier-process.js';
import type { VerifyOptions } from './verify-options.js';

/** Verifies pacts as `verifyPacts` of verify.ts does, with a process of the verifier that has been started. */
export async function verifyPactsBy(verifier: VerifierProcess, options: VerifyOptions): Promise<VerificationReport> {
  const gathered = await gatherPacts(options);
  const verified = await runAndCompare({ ...gathered, verifier, options });
  const report = composeReport(gathered, verified, options);

  // Messages may contain the tokens of the options. They are removed from all that is published or printed.
  const { redactor, loaded } = gathered;
  const pacts = report.pacts.map((pact) => shown(pact, redactor));
  const problems = report.problems.map((problem) => shown(problem, redactor));

  return await publishResults({ ...redactor.json(report), pacts, problems }, loaded.pacts, options.broker);
}

/** The steps that use an emulator: run, compare, find remedies. Without interactions, no emulator is started. */
async function runAndCompare(context: GatheredPacts & WithRunnerOptions): Promise<VerifiedInteraction[]> {
  const { contract, registry, options, loaded } = context;
  if (loaded.pacts.every(({ interactions }) => interactions.length === 0)) return [];

  const comparisonWith = onceFor(prepareComparison);
  const comparison = comparisonWith(contract);
  const reportProgress = progressReporter(options, context);

  return await withRunner(context, async (runner) => {
    const compared = await Promise.all(
      loaded.pacts.map(async (pact, at) => {
        const completed = await runner.run(planRuns(pact, at + 1));
        const interactions = compareRuns(completed, comparison, options);
        reportProgress(pact, interactions);

        return interactions;
      }),
    );
    refuseNothingRun(compared.flat());
    const verified = await findRemedies(compared.flat(), { runner, contract, registry, comparisonWith, options });

    // An emulator of this verification ends with it, so only an emulator that was running before can keep sandboxes.
    return options.target === undefined ? verified : await keepFailed(verified, runner);
  });
}

/** Returns the function that reports the progress after each pact. */
function progressReporter(
  { onProgress, signal }: VerifyOptions,
  { loaded: { pacts }, redactor }: GatheredPacts,
): (pact: PactFile, compared: readonly ComparedInteraction[]) => void {
  let done = 0;
  return ({ source, consumer }, compared) => {
    done++;
    // An interrupted pact has not failed, and a pact of which nothing was run is no progress.
    if (signal?.aborted === true || compared.every(({ result }) => result.notRun !== undefined)) return;

    const progress = { source, consumer, ...countOutcomes(compared), done, total: pacts.length };
    onProgress?.(shown(progress, redactor));
  };
}

/**
 * Leaves sandboxes of failed interactions in a running emulator, so that people can look at them in its inspector. If
 * the emulator accepts no more sandboxes, the verification does not fail.
 * @returns the interactions, with the addresses of sandboxes in the inspector
 */
async function keepFailed(verified: readonly VerifiedInteraction[], runner: Runner): Promise<VerifiedInteraction[]> {
  // The emulator keeps a limited number of sandboxes.
  const failed = new Set(verified.filter(({ outcome }) => outcome === 'failed').slice(0, MOST_KEPT));
  const withInspectors: VerifiedInteraction[] = [];

  for (const interaction of verified) {
    if (!failed.has(interaction)) {
      withInspectors.push(interaction);
      continue;
    }

    // The sandbox was removed as soon as its response had arrived, so the interaction runs again.
    const { run } = interaction;
    const [completed] = await runner.run([{ ...run, id: `kept-${run.id}`, isKept: true }]);
    withInspectors.push({ ...interaction, ...withoutUndefined({ inspector: completed!.result.inspector }) });
  }

  return withInspectors;
}
