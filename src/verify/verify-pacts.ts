/**
 * Verifies consumers' pacts against the emulator and against the contract. The steps: gather pacts, plan runs, run
 * them, compare each pact with the contract, search remedies, compose the report, publish the results.
 */

import { SPECIFICATION, type Contract } from '../contract/contract.js';
import { isGuess } from '../contract/fidelity/point.js';
import { pointsBehind } from '../contract/fidelity/points-behind.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import type { PactFile } from '../pact/pact-file.js';
import { shippedContracts, shippedScenarios } from '../start/shipped.js';
import type { BrokerOptions } from './broker/broker-options.js';
import { publishResults } from './broker/publish-results.js';
import { wrongLength } from './compare/check-request-headers.js';
import { prepareComparisons, type Comparison } from './compare/compare-with-contract.js';
import { placeFinding, type ContractFinding } from './compare/contract-finding.js';
import { brokerProblem, gatherPacts, selectContract } from './gather-pacts.js';
import { composeReport, countsOf } from './report/compose-report.js';
import { pactReport, type VerifiedInteraction, type VerifiedPact } from './report/interaction-report.js';
import type { VerificationReport } from './report/verification-report.js';
import type { RemedySearch } from './remedies/candidate.js';
import { findRemedies, type Remedies } from './remedies/find-remedies.js';
import { requestFinding } from './run/send-again.js';
import { type CompletedRun, factsOf, type Run, type RunResult, runsOf } from './run/run.js';
import { refuseNothingRun } from './nothing-verified.js';
import { type Runner, withRunner, type WithRunnerOptions } from './run/runner.js';
import type { VerifierProcess } from './run/verifier-process.js';
import { selectsParts } from './select-interactions.js';
import { refuseUnknownOptions, type VerifyOptions } from './verify-options.js';

/** A search for remedies takes about a second, and many failures often have one cause. */
const MAX_SEARCHES = 20;

/** `verifyPacts` of verify.ts with a process of the verifier that has been started. */
export async function verifyPactsBy(verifier: VerifierProcess, options: VerifyOptions): Promise<VerificationReport> {
  refuseUnknownOptions(options);
  const contract = selectContract(options);
  checkPublishable(options, contract);
  const { registry, loaded } = await gatherPacts(options);
  const verified = loaded.pacts.some(({ interactions }) => interactions.length > 0)
    ? await runAll(loaded.pacts, { verifier, options, registry, contract })
    : loaded.pacts.map((pact) => ({ pact, interactions: [] }));
  const report = composeReport({ contract, loaded, verified, registry, options });
  return options.broker?.publish === undefined ? report : await publish(report, loaded.pacts, options.broker);
}

/**
 * A published success permits a consumer to be deployed with today's service. So only results for the specification,
 * without variants and of whole pacts, can be published.
 */
function checkPublishable(options: VerifyOptions, { revision, variants }: Contract): void {
  if (options.broker?.publish === undefined) return;
  if (selectsParts(options))
    throw new RangeError(
      'results of selected interactions cannot be published: the broker would treat them as results of the whole pact',
    );
  if (revision !== SPECIFICATION || variants !== NO_VARIANTS)
    throw new RangeError(
      'results for another revision or for variants cannot be published: the broker would treat them as results of the service',
    );
}

async function runAll(pacts: readonly PactFile[], context: WithRunnerOptions): Promise<VerifiedPact[]> {
  const { registry, contract } = context;
  const plan = new Map(pacts.map((pact, place) => [pact, runsOf(pact, place)]));
  const comparisonWith = prepareComparisons();
  return await withRunner(context, async (runner) => {
    const verified = await runAndCompare(plan, { ...context, runner, comparison: comparisonWith(contract) });
    refuseNothingRun(verified.flatMap(({ interactions }) => interactions));
    return await addRemedies(verified, {
      runner,
      contract,
      contracts: shippedContracts(),
      comparisonWith,
      registry,
      scenarios: shippedScenarios(),
    });
  });
}

async function runAndCompare(
  plan: ReadonlyMap<PactFile, readonly Run[]>,
  {
    options,
    contract,
    runner,
    comparison,
  }: WithRunnerOptions & { readonly runner: Runner; readonly comparison: Comparison },
): Promise<VerifiedPact[]> {
  let done = 0;
  return await Promise.all(
    [...plan].map(async ([pact, runs]): Promise<VerifiedPact> => {
      const completed = await runner.run(runs);
      const findings = comparison.compare(pact);
      const interactions = completed.map((one) => verifiedInteraction(one, findings, contract));
      const verified = { pact, interactions, strict: options.strict ?? false };
      done++;
      const { source, consumer } = pact;
      const counts = countsOf(pactReport(verified, contract).interactions);
      // What an interruption cut off has not failed, and a pact that was not run is no progress.
      if (options.signal?.aborted !== true && completed.some(({ result }) => result.notRun === undefined))
        options.onProgress?.({ source, consumer, ...counts, done, total: plan.size });
      return verified;
    }),
  );
}

function verifiedInteraction(
  { run, result }: CompletedRun,
  findings: readonly ContractFinding[],
  contract: Contract,
): VerifiedInteraction {
  const { interaction, pact } = run;
  const own = findings.filter((finding) => finding.interaction === interaction.index);
  // What the response without the failure says about the request, unless the contract says it.
  const isKnown = own.some(({ severity, code }) => severity === 'error' && code.startsWith('request.'));
  const again = isKnown || result.again === undefined ? undefined : requestFinding(interaction, result.again);
  const length = result.sentBytes === undefined ? undefined : wrongLength(interaction.request, result.sentBytes);
  const observed = [again, length].filter((finding) => finding !== undefined);
  return {
    run,
    result,
    findings: [...own, ...observed.map((finding) => placeFinding(finding, interaction, pact))],
    remedies: [],
    passesIn: [],
    restsOn: guessesBehind(run, result, contract),
  };
}

/** IDs of the guesses that a response rests on; none if the request is for no operation, or has no response. */
function guessesBehind({ interaction }: Run, { response }: RunResult, contract: Contract): string[] {
  const facts = response && factsOf(interaction.request, response, contract);
  if (facts?.operationId === undefined) return [];
  const points = pointsBehind(contract, facts);
  return points.filter(isGuess).map(({ id }) => id);
}

/** Searches remedies for the first failed interactions. */
async function addRemedies(verified: readonly VerifiedPact[], search: RemedySearch): Promise<VerifiedPact[]> {
  const hasFailed = ({ result, findings }: VerifiedInteraction): boolean =>
    result.notRun === undefined &&
    (result.failures.length > 0 || findings.some(({ severity }) => severity === 'error'));
  const failed = verified.flatMap(({ interactions }) => interactions.filter(hasFailed));
  const found = new Map<VerifiedInteraction, Remedies>();
  for (const interaction of failed.slice(0, MAX_SEARCHES))
    found.set(interaction, await findRemedies(interaction, search));
  return verified.map(({ interactions, ...pact }) => ({
    ...pact,
    interactions: interactions.map((one) => ({ ...one, ...found.get(one) })),
  }));
}

/** Publishes the results and adds the outcome to the report. If the broker fails, the verification fails. */
async function publish(
  report: VerificationReport,
  pacts: readonly PactFile[],
  broker: BrokerOptions,
): Promise<VerificationReport> {
  try {
    return { ...report, notices: [...report.notices, ...(await publishResults(broker, { report, pacts }))] };
  } catch (error) {
    return { ...report, verdict: 'failed', problems: [...report.problems, brokerProblem(error, broker)] };
  }
}
