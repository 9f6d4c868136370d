/** Verifies consumers' pacts: against the emulator, interaction by interaction, and against the contract. */

import type { Contract } from '../../contract/contract.js';
import { DocumentError } from '../../documents/document-error.js';
import { packageVersion, shippedContract, shippedScenarios } from '../../shipped.js';
import { BrokerError } from '../broker/broker-error.js';
import type { BrokerOptions } from '../broker/broker-options.js';
import { fetchBrokerPacts } from '../broker/fetch-broker-pacts.js';
import { publishResults } from '../broker/publish-results.js';
import { prepareComparison } from '../comparison/compare-with-contract.js';
import type { PactFile } from '../pact-file.js';
import type { ProviderState } from '../provider-states/provider-state.js';
import { checkStates, statesWith } from '../provider-states/load-states.js';
import { providerStates } from '../provider-states/shipped-states.js';
import { loadPacts, problemOf, type FetchedPact, type LoadedPacts } from '../reading/load-pacts.js';
import type { SourceProblem, VerificationReport } from '../report/verification-report.js';
import { composeReport, countsOf } from './compose-report.js';
import { findRemedies, type RemedySearch } from './find-remedies.js';
import { inLanes } from './in-lanes.js';
import { pactReport } from './interaction-report.js';
import { ownEmulator, runningEmulator } from './sandbox-source.js';
import type { Trial } from './trial.js';
import { TrialRunner } from './trial-runner.js';
import type { VerifiedPact } from './verified-pact.js';
import type { VerifyOptions } from './verify-options.js';

/** Pacts are verified side by side: the verifier waits more than it works. */
const LANES = 4;
/** Looking for remedies takes a second; where everything fails, the first ones tell enough. */
const MOST_SEARCHES = 10;
const DEFAULT_TIMEOUT = 30_000;

/**
 * Verifies pacts of the versions 2 to 4 of the Pact specification. Each interaction has a sandbox of its own, so none
 * disturbs another; whatever fails is in the report, and does not throw.
 * @throws MissingPeerError where the Pact verifier or the comparator is not installed; DocumentError where states that are
 *   given have mistakes; Error where the target is no emulator or the broker does not answer
 */
export async function verifyPacts(options: VerifyOptions): Promise<VerificationReport> {
  if ((options.pacts ?? []).length === 0 && options.broker === undefined) throw new Error('there is nothing to verify: neither pacts nor a broker are given');
  const contract = shippedContract();
  const { registry, problems } = await registryWith(options.states);
  const found = await load(options);
  const loaded = { ...found, problems: [...problems, ...found.problems] };
  const verified = loaded.pacts.length === 0 ? [] : await verifyLoaded(loaded.pacts, { options, registry, contract });
  const report = composeReport({ contract, version: packageVersion(), loaded, verified, registry, scenarios: [...shippedScenarios().keys()] });
  return options.broker?.publish === undefined ? report : published(report, loaded.pacts, options.broker);
}

/** The report, with what the broker was told; one that it does not take fails the verification. */
async function published(report: VerificationReport, pacts: readonly PactFile[], broker: BrokerOptions): Promise<VerificationReport> {
  try {
    return { ...report, notices: [...report.notices, ...(await publishResults(broker, { report, pacts }))] };
  } catch (error) {
    return { ...report, verdict: 'failed', problems: [...report.problems, brokerProblem(error, broker)] };
  }
}

function brokerProblem(error: unknown, { url }: BrokerOptions): SourceProblem {
  if (!(error instanceof BrokerError)) throw error;
  return { source: `the broker at ${new URL(url).host}`, message: error.message };
}

/** Where own states cannot be had, the shipped ones are enough for many an interaction. */
async function registryWith(states: VerifyOptions['states']): Promise<{ readonly registry: readonly ProviderState[]; readonly problems: readonly SourceProblem[] }> {
  if (typeof states === 'object') return { registry: [...providerStates, ...checkStates('option states', states)], problems: [] };
  try {
    return { registry: await statesWith(states), problems: [] };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { registry: providerStates, problems: [problemOf(error.file, error)] };
  }
}

async function load({ pacts: given = [], provider, broker, urlToken }: VerifyOptions): Promise<LoadedPacts> {
  const { fetched, problems } = await fetchAll(broker, provider);
  const loaded = await loadPacts({ given, fetched, ...(urlToken !== undefined && { token: urlToken }), ...(provider !== undefined && { provider }) });
  return { ...loaded, problems: [...problems, ...loaded.problems], notices: [...loaded.notices, ...loaded.pacts.flatMap(brokerNotices)] };
}

/** A broker that does not answer keeps no other pact from being verified. */
async function fetchAll(broker: BrokerOptions | undefined, provider: string | undefined): Promise<{ readonly fetched: readonly FetchedPact[]; readonly problems: readonly SourceProblem[] }> {
  if (broker === undefined) return { fetched: [], problems: [] };
  try {
    return { fetched: await fetchBrokerPacts(broker, provider), problems: [] };
  } catch (error) {
    return { fetched: [], problems: [brokerProblem(error, broker)] };
  }
}

function brokerNotices({ source, broker }: PactFile): string[] {
  return (broker?.notices ?? []).map((notice) => `${source}: ${notice}`);
}

interface Circumstances {
  readonly options: VerifyOptions;
  readonly registry: readonly ProviderState[];
  readonly contract: Contract;
}

async function verifyLoaded(pacts: readonly PactFile[], { options, registry, contract }: Circumstances): Promise<VerifiedPact[]> {
  const { target, controlToken, timeout = DEFAULT_TIMEOUT } = options;
  const source = target === undefined ? await ownEmulator() : await runningEmulator(target, controlToken);
  try {
    const runner = await TrialRunner.start({ contract, source, registry, timeout });
    try {
      const verified = await runAll(pacts, runner, { options, contract });
      await searchRemedies(verified, { runner, contract, registry, scenarios: shippedScenarios() });
      return verified;
    } finally {
      await runner.close();
    }
  } finally {
    await source.close();
  }
}

async function runAll(pacts: readonly PactFile[], runner: TrialRunner, { options, contract }: Pick<Circumstances, 'options' | 'contract'>): Promise<VerifiedPact[]> {
  const planned = pacts.map((pact, place) => ({ pact, trials: pact.interactions.map((interaction): Trial => ({ id: `${place + 1}-${interaction.index}`, pact, interaction, states: interaction.states })) }));
  for (const { trials } of planned) await runner.open(trials);
  const compare = await prepareComparison(contract);
  const verified: VerifiedPact[] = [];
  let done = 0;
  await inLanes(planned, LANES, async ({ pact, trials }, place) => {
    const [findings, results] = await Promise.all([compare(pact), runner.run(pact, trials)]);
    verified[place] = { pact, trials, results, findings, remedies: new Map() };
    options.onProgress?.({ source: pact.source, consumer: pact.consumer, ...countsOf(pactReport(verified[place], contract).interactions), done: ++done, total: pacts.length });
  });
  return verified;
}

async function searchRemedies(verified: readonly VerifiedPact[], search: RemedySearch): Promise<void> {
  const failed = verified.flatMap((pact) => pact.trials.filter((trial) => isWorthSearching(pact, trial)).map((trial) => ({ pact, trial })));
  for (const { pact, trial } of failed.slice(0, MOST_SEARCHES)) {
    pact.remedies.set(trial.id, await findRemedies({ trial, result: pact.results.get(trial.id)! }, search));
  }
}

/** What the service could never send, no state brings about. */
function isWorthSearching({ results, findings }: VerifiedPact, { id, interaction }: Trial): boolean {
  return results.get(id)!.failures.length > 0 && !findings.some(({ interaction: index, severity }) => index === interaction.index && severity === 'error');
}
