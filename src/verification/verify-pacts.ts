/** Verifies consumers' pacts: against the emulator, interaction by interaction, and against the contract. */

import { type Contract, SPECIFICATION } from '../contract/contract.js';
import { NO_VARIANTS } from '../contract/variants/variant-point.js';
import type { PactFile } from '../pact/pact-file.js';
import type { ProviderState } from '../pact/states/provider-state.js';
import { packageVersion, shippedScenarios } from '../shipped.js';
import type { BrokerOptions } from './broker/broker-options.js';
import { publishResults } from './broker/publish-results.js';
import { prepareComparison } from './compare/compare-with-contract.js';
import { brokerProblem, chosenContract, gatherPacts } from './gather-pacts.js';
import { composeReport, countsOf } from './report/compose-report.js';
import { pactReport, type VerifiedPact } from './report/interaction-report.js';
import type { VerificationReport } from './report/verification-report.js';
import { findRemedies, type RemedySearch } from './run/find-remedies.js';
import { inLanes } from './run/map-concurrent.js';
import type { Trial } from './run/run.js';
import { type TrialRunner, withRunner } from './run/runner.js';
import type { VerifyOptions } from './verify-options.js';

/** Pacts are verified side by side: the verifier waits more than it works. */
const LANES = 4;
/** Looking for remedies takes a second; where everything fails, the first ones tell enough. */
const MOST_SEARCHES = 10;

/**
 * Verifies pacts of the versions 2 to 4 of the Pact specification. Each interaction has a sandbox of its own, so none
 * disturbs another; whatever fails is in the report, and does not throw.
 * @throws MissingPeerError where the Pact verifier or the comparator is not installed; DocumentError where states that are
 *   given have mistakes; RangeError where there is no such revision, point or variant, or their results are to be
 *   published; Error where the target is no emulator or the broker does not answer
 */
export async function verifyPacts(options: VerifyOptions): Promise<VerificationReport> {
  const contract = chosenContract(options);
  refuseOtherResults(options, contract);
  const { registry, loaded } = await gatherPacts(options);
  const verified = loaded.pacts.length === 0 ? [] : await verifyLoaded(loaded.pacts, { options, registry, contract });
  const report = composeReport({
    contract,
    version: packageVersion(),
    loaded,
    verified,
    registry,
    scenarios: [...shippedScenarios().keys()],
  });
  return options.broker?.publish === undefined ? report : published(report, loaded.pacts, options.broker);
}

/** A broker that is told that pacts hold lets consumers go to the service as it is. @throws RangeError */
function refuseOtherResults({ broker }: VerifyOptions, { revision, variants }: Contract): void {
  if (broker?.publish !== undefined && (revision !== SPECIFICATION || variants !== NO_VARIANTS))
    throw new RangeError(
      'results of another revision or of variants are not published: the broker would take them for those of the service',
    );
}

/** The report, with what the broker was told; one that it does not take fails the verification. */
async function published(
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

interface Circumstances {
  readonly options: VerifyOptions;
  readonly registry: readonly ProviderState[];
  readonly contract: Contract;
}

async function verifyLoaded(
  pacts: readonly PactFile[],
  { options, registry, contract }: Circumstances,
): Promise<VerifiedPact[]> {
  return await withRunner({ options, registry, contract }, async (runner) => {
    const verified = await runAll(pacts, runner, { options, contract });
    await searchRemedies(verified, { runner, contract, registry, scenarios: shippedScenarios() });
    return verified;
  });
}

async function runAll(
  pacts: readonly PactFile[],
  runner: TrialRunner,
  { options, contract }: Pick<Circumstances, 'options' | 'contract'>,
): Promise<VerifiedPact[]> {
  const planned = pacts.map((pact, place) => ({
    pact,
    trials: pact.interactions.map((interaction): Trial => ({
      id: `${place + 1}-${interaction.index}`,
      pact,
      interaction,
      states: interaction.states,
    })),
  }));
  for (const { trials } of planned) await runner.open(trials);
  const compare = await prepareComparison(contract);
  const verified: VerifiedPact[] = [];
  let done = 0;
  await inLanes(planned, LANES, async ({ pact, trials }, place) => {
    const [findings, results] = await Promise.all([compare(pact), runner.run(pact, trials)]);
    verified[place] = { pact, trials, results, findings, remedies: new Map() };
    options.onProgress?.({
      source: pact.source,
      consumer: pact.consumer,
      ...countsOf(pactReport(verified[place], contract).interactions),
      done: ++done,
      total: pacts.length,
    });
  });
  return verified;
}

async function searchRemedies(verified: readonly VerifiedPact[], search: RemedySearch): Promise<void> {
  const failed = verified.flatMap((pact) =>
    pact.trials.filter((trial) => isWorthSearching(pact, trial)).map((trial) => ({ pact, trial })),
  );
  for (const { pact, trial } of failed.slice(0, MOST_SEARCHES)) {
    pact.remedies.set(trial.id, await findRemedies({ trial, result: pact.results.get(trial.id)! }, search));
  }
}

/** What the service could never send, no state brings about. */
function isWorthSearching({ results, findings }: VerifiedPact, { id, interaction }: Trial): boolean {
  return (
    results.get(id)!.failures.length > 0 &&
    !findings.some(({ interaction: index, severity }) => index === interaction.index && severity === 'error')
  );
}
