/** Verifies consumers' pacts: against the emulator, interaction by interaction, and against the contract. */

import type { Contract } from '../../contract/contract.js';
import { packageVersion, shippedContract, shippedScenarios } from '../../shipped.js';
import { fetchBrokerPacts } from '../broker/fetch-broker-pacts.js';
import { publishResults } from '../broker/publish-results.js';
import { prepareComparison } from '../comparison/compare-with-contract.js';
import type { PactFile } from '../pact-file.js';
import type { ProviderState } from '../provider-states/provider-state.js';
import { providerStates } from '../provider-states/shipped-states.js';
import { loadPacts, type LoadedPacts } from '../reading/load-pacts.js';
import type { VerificationReport } from '../report/verification-report.js';
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
 * @throws MissingPeerError where the Pact verifier or the comparator is not installed; DocumentError where the module of
 *   own states cannot be used; Error where the target is no emulator or the broker does not answer
 */
export async function verifyPacts(options: VerifyOptions): Promise<VerificationReport> {
  if ((options.pacts ?? []).length === 0 && options.broker === undefined) throw new Error('there is nothing to verify: neither pacts nor a broker are given');
  const registry = [...providerStates, ...(options.states ?? [])];
  const contract = shippedContract();
  const loaded = await load(options);
  const verified = loaded.pacts.length === 0 ? [] : await verifyLoaded(loaded.pacts, { options, registry, contract });
  const report = composeReport({ contract, version: packageVersion(), loaded, verified, registry, scenarios: [...shippedScenarios().keys()] });
  if (options.broker?.publish === undefined) return report;
  return { ...report, notices: [...report.notices, ...(await publishResults(options.broker, { report, pacts: loaded.pacts }))] };
}

async function load({ pacts: given = [], provider, broker, urlToken }: VerifyOptions): Promise<LoadedPacts> {
  const fetched = broker === undefined ? [] : await fetchBrokerPacts(broker, provider);
  return loadPacts({ given, fetched, ...(urlToken !== undefined && { token: urlToken }), ...(provider !== undefined && { provider }) });
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
