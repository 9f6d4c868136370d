/** Runs interactions: opens their sandboxes, lets the Pact verifier send their requests, and returns their results. */

import { once } from 'node:events';
import { withoutUndefined } from '../../common/json.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import type { GatheredPacts } from '../gather-pacts.js';
import type { InteractionFailure } from '../report/verification-report.js';
import type { VerifyOptions } from '../verify-options.js';
import { pactCopy } from './pact-copy.js';
import { RunSetups } from './run-setups.js';
import type { CompletedRun, Run, RunResult } from './run.js';
import { ownEmulator, runningEmulator } from './sandbox-source.js';
import { verifierProblem } from './probe.js';
import { parseVerifierOutput, type VerifierResults, type Verdicts } from './verifier-output.js';
import { VerifierError, type VerifierProcess } from './verifier-process.js';
import { VerifierProxy } from './verifier-proxy.js';

export interface WithRunnerOptions extends Pick<GatheredPacts, 'contract' | 'registry'> {
  readonly verifier: VerifierProcess;
  readonly options: VerifyOptions;
}

/** In milliseconds. */
const DEFAULT_TIMEOUT = 30_000;

/**
 * Calls `use` with a runner, and closes the runner and its emulator afterwards.
 * @returns what `use` returns
 * @throws Error if there is no emulator at the target URL
 */
export async function withRunner<Result>(
  { verifier, options, registry, contract }: WithRunnerOptions,
  use: (runner: Runner) => Promise<Result>,
): Promise<Result> {
  const { target, controlToken, signal, timeout = DEFAULT_TIMEOUT, sendAsWritten: asWritten = false } = options;
  const { revision, variants } = contract;
  const choices = { revision, variants };
  const isOwn = target === undefined;
  const source = await (isOwn ? ownEmulator(choices) : runningEmulator(target, controlToken, choices));

  const interrupted = interruptionBy(signal);
  // An interruption before the race below must not count as an unhandled rejection.
  interrupted.catch(() => undefined);

  const setups = new RunSetups(source, registry);
  const proxy = new VerifierProxy({ contract, setups, asWritten, upstream: source });

  try {
    await proxy.listen();
    return await Promise.race([use(new Runner({ verifier, setups, proxy, timeout })), interrupted]);
  } finally {
    await proxy.close();
    await source.close();
  }
}

/** Returns a promise that rejects when the signal is aborted, and otherwise never settles. */
async function interruptionBy(signal = new AbortController().signal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw new Error('the verification was interrupted', { cause: signal.reason });
}

interface RunnerParts {
  readonly verifier: VerifierProcess;
  readonly setups: RunSetups;
  readonly proxy: VerifierProxy;
  /** Milliseconds that a response may take. */
  readonly timeout: number;
}

/** How many groups of runs the verifier runs at a time. It mostly waits, so groups do not slow each other down. */
const MOST_AT_A_TIME = 4;
/** The largest number of runs in a group. Each run has a sandbox. */
const MOST_IN_A_GROUP = 40;

/** Runs interactions in groups. Create it with {@link withRunner}. */
export class Runner {
  readonly #parts: RunnerParts;
  /** The groups that are running. */
  readonly #running = new Set<Promise<unknown>>();
  /** Settles when the sandboxes of all earlier groups are open: the order of opening is fixed. */
  #opening = Promise.resolve();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /**
   * Executes runs of one pact. Their sandboxes are opened in the order of the calls: see {@link RunSetups.open}.
   * @param timeout milliseconds that a response may take
   * @returns the results, in the order of the runs
   */
  async run(runs: readonly Run[], timeout = this.#parts.timeout): Promise<readonly CompletedRun[]> {
    const groups: (readonly Run[])[] = [];
    for (let at = 0; at < runs.length; at += MOST_IN_A_GROUP) groups.push(runs.slice(at, at + MOST_IN_A_GROUP));

    const running = groups.map((group) => this.#whenFree(() => this.#runGroup(group, timeout)));
    const results = await Promise.all(running);

    return results.flat();
  }

  /** Runs a group as soon as there is room for it. Groups start in the order of the calls. */
  async #whenFree<Result>(runGroup: () => Promise<Result>): Promise<Result> {
    while (this.#running.size >= MOST_AT_A_TIME) await Promise.race(this.#running);

    const group = runGroup().finally(() => this.#running.delete(group));
    this.#running.add(group);

    return await group;
  }

  /** Executes the runs of a group: opens sandboxes, lets the verifier verify, and collects results. */
  async #runGroup(runs: readonly Run[], timeout: number): Promise<readonly CompletedRun[]> {
    const { verifier, proxy, setups } = this.#parts;
    // This group opens its sandboxes when the groups before it have opened theirs.
    this.#opening = this.#opening.then(() => setups.open(runs));
    await this.#opening;

    proxy.expect(runs);
    // A run without a verdict may show a broken verifier. If the verifier can verify a pact that always passes, the
    // interaction itself is the cause.
    const verdicts = await this.#verdictsOn(runs, timeout);
    const doubtful = runs.filter((run) => isDoubtful(run, proxy.record(run), verdicts));
    const problem = doubtful.length === 0 ? undefined : await verifierProblem(verifier, proxy);

    const completed: CompletedRun[] = [];
    for (const run of runs) {
      const inspector = await setups.inspectorOf(run);
      const seen = resultOf(proxy.record(run), timeout, verdicts.get(run.id)!);
      const result = { ...seen, ...withoutUndefined({ inspector }) };
      const hasNoVerdict = doubtful.includes(run) && problem !== undefined;
      completed.push({ run, result: hasNoVerdict ? { ...result, failures: [], notRun: problem } : result });
    }

    await setups.remove(runs);
    return completed;
  }

  /** The verdicts on all these runs. A run that needs a plugin fails without the verifier. */
  async #verdictsOn(runs: readonly Run[], timeout: number): Promise<Verdicts> {
    const needingPlugin = runs.filter(({ interaction }) => interaction.plugins.length > 0);
    const others = runs.filter((run) => !needingPlugin.includes(run));
    const withValues = others.filter(({ interaction }) => interaction.stateExpressions.length > 0);
    const plain = others.filter((run) => !withValues.includes(run));

    return new Map([
      ...needingPlugin.map(({ id, interaction }) => [id, [needsPlugin(interaction)]] as const),
      // Requesting state values costs a request for each run, so only runs that need values do it.
      ...(await this.#verify(plain, { timeout, requestsValues: false })),
      ...(await this.#verify(withValues, { timeout, requestsValues: true })),
    ]);
  }

  /**
   * The verdicts of the Pact verifier. It reads a pact as a whole, so one rule that it cannot read leaves all
   * interactions without a verdict. Therefore interactions without a verdict are verified again in halves, until the
   * interaction with the rule is alone.
   */
  async #verify(runs: readonly Run[], options: VerifierOptions): Promise<Verdicts> {
    if (runs.length === 0) return new Map();

    const { verdicts, messages } = await this.#verifyAtOnce(runs, options);
    const missing = runs.filter(({ id }) => !verdicts.has(id));
    if (runs.length === 1 && missing.length === 1) {
      // The verifier has no result for this interaction alone.
      const reason = messages.length === 0 ? 'reported no result' : messages.join('; ');
      return new Map([[runs[0]!.id, [verifierFailure(reason)]]]);
    }

    // Halves find one bad interaction among many with few runs of the verifier.
    const half = Math.ceil(missing.length / 2);
    const ofFirstHalf = await this.#verify(missing.slice(0, half), options);
    const ofSecondHalf = await this.#verify(missing.slice(half), options);

    return new Map([...verdicts, ...ofFirstHalf, ...ofSecondHalf]);
  }

  /** Verifies these runs as one pact. An error of the verifier becomes a message without verdicts. */
  async #verifyAtOnce(runs: readonly Run[], { timeout, requestsValues }: VerifierOptions): Promise<VerifierResults> {
    const { verifier, proxy } = this.#parts;
    try {
      const { provider } = runs[0]!.pact;
      const statesOptions = { providerStatesSetupUrl: proxy.statesUrl, providerStatesSetupBody: true };
      const pactOptions = { provider, providerBaseUrl: proxy.url, timeout, ...(requestsValues && statesOptions) };
      const output = await verifier.verify(pactCopy(runs, { requestsValues }), pactOptions);
      const { verdicts, messages } = parseVerifierOutput(output, proxy.emulatorAddress);

      return { verdicts, messages: messages.map((message) => `failed: ${message}`) };
    } catch (error) {
      if (!(error instanceof VerifierError)) throw error;

      return { verdicts: new Map(), messages: [error.reason] };
    }
  }
}

/** How the verifier sends the requests of some runs. */
interface VerifierOptions {
  /** Milliseconds that a response may take. */
  readonly timeout: number;
  /** See {@link pactCopy}. */
  readonly requestsValues: boolean;
}

/** Whether a run may say nothing about its pact: the verifier sent no request, or gave no verdict. */
function isDoubtful({ id, interaction }: Run, record: RunResult | undefined, verdicts: Verdicts): boolean {
  if (interaction.plugins.length > 0) return false;
  if (record === undefined) return true;

  const hasNoVerdict = verdicts.get(id)!.some(({ kind }) => kind === 'verifier');
  return hasNoVerdict && record.failures.length === 0;
}

/**
 * The result of a run. It passes only if states were set up, its request was sent, and the verifier reports no failure.
 * @param record what the proxy saw of the run; undefined if the verifier sent no request
 * @param reported the failures that the verifier reports
 */
function resultOf(record: RunResult | undefined, timeout: number, reported: readonly InteractionFailure[]): RunResult {
  if (record === undefined) {
    const unsent = [verifierFailure('did not send the request')];
    return { adaptations: [], failures: reported.length === 0 ? unsent : reported };
  }
  // What the proxy saw is the cause; the verifier reports only its consequences.
  if (record.notRun !== undefined || record.failures.length > 0) return record;
  if (record.response !== undefined) return { ...record, failures: reported };

  return { ...record, failures: [{ kind: 'answer', message: `no response within ${timeout} ms` }] };
}

/** The failure of an interaction whose bodies only a plugin of Pact could read. */
function needsPlugin({ plugins }: PactInteraction): InteractionFailure {
  const names = plugins.map((name) => `"${name}"`).join(' and ');
  const remedy = 'the service speaks JSON, so write the bodies as JSON';
  const message = `the interaction needs the Pact plugin ${names}, and plugins are not loaded: ${remedy}`;

  return { kind: 'verifier', message };
}

/** A failure of the verifier itself, not of the service. */
function verifierFailure(what: string): InteractionFailure {
  return { kind: 'verifier', message: `the Pact verifier ${what}` };
}
