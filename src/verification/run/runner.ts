/** Runs trials: opens their sandboxes, has the Pact verifier send their requests, and says what became of each. */

import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, SPECIFICATION } from '../../contract/contract.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import type { PactFile } from '../../pact/pact-file.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import type { InteractionFailure } from '../report/verification-report.js';
import type { VerifyOptions } from '../verify-options.js';
import { needsValues, pactCopy } from './pact-copy.js';
import { Stages } from './run-setups.js';
import type { Trial, TrialResult } from './run.js';
import { ownEmulator, runningEmulator, type SandboxSource } from './sandbox-source.js';
import { readVerifierOutput } from './verifier-output.js';
import { VerifierError, VerifierProcess } from './verifier-process.js';
import { Front, type FrontMaterial, type Sighting } from './verifier-proxy.js';

/** What a runner works with. */
export interface RunnerMaterial {
  readonly contract: FrontMaterial['contract'];
  readonly source: SandboxSource;
  readonly registry: readonly ProviderState[];
  /** Milliseconds that an answer may take. */
  readonly timeout: number;
}

interface Judging {
  /** Whether the verifier asks for values that exist at run time only. */
  readonly asks: boolean;
  /** Milliseconds that an answer may take. */
  readonly timeout: number;
}

export class TrialRunner {
  readonly #front: Front;
  readonly #stages: Stages;
  readonly #verifier: VerifierProcess;
  readonly #folder: string;
  readonly #timeout: number;
  /** Also where the process ends in the middle. */
  readonly #removeFolder = (): void => {
    rmSync(this.#folder, { recursive: true, force: true });
  };
  #copies = 0;

  /** @throws MissingPeerError where the Pact verifier is not installed */
  static async start(material: RunnerMaterial): Promise<TrialRunner> {
    const verifier = new VerifierProcess();
    const stages = new Stages(material.source, material.registry);
    const front = new Front({ contract: material.contract, stages, upstream: material.source });
    await front.listen();
    return new TrialRunner(material, {
      verifier,
      stages,
      front,
      folder: await mkdtemp(join(tmpdir(), 'id-emulator-pacts-')),
    });
  }

  private constructor(
    { timeout }: RunnerMaterial,
    parts: { verifier: VerifierProcess; stages: Stages; front: Front; folder: string },
  ) {
    this.#verifier = parts.verifier;
    this.#stages = parts.stages;
    this.#front = parts.front;
    this.#folder = parts.folder;
    this.#timeout = timeout;
    process.once('exit', this.#removeFolder);
  }

  /** Opens the sandboxes of trials, before they run: one after the other, so that each verification opens the same. */
  open(trials: readonly Trial[]): Promise<void> {
    return this.#stages.open(trials);
  }

  /**
   * Runs trials of one pact whose sandboxes are open, and removes those. The results are by trial ID.
   * @param timeout milliseconds that an answer may take
   */
  async run(
    pact: PactFile,
    trials: readonly Trial[],
    timeout = this.#timeout,
  ): Promise<ReadonlyMap<string, TrialResult>> {
    this.#front.expect(trials);
    const asking = trials.filter(needsValues);
    const others = trials.filter((trial) => !asking.includes(trial));
    const judged = new Map([
      ...(await this.#judge(pact, others, { asks: false, timeout })),
      ...(await this.#judge(pact, asking, { asks: true, timeout })),
    ]);
    const results = new Map(
      trials.map((trial) => [trial.id, resultOf(this.#front.sighting(trial), judged.get(trial.id))]),
    );
    await this.#stages.remove(trials);
    return results;
  }

  async close(): Promise<void> {
    await Promise.all([this.#verifier.close(), this.#front.close()]);
    process.off('exit', this.#removeFolder);
    this.#removeFolder();
  }

  async #judge(
    pact: PactFile,
    trials: readonly Trial[],
    { asks, timeout }: Judging,
  ): Promise<ReadonlyMap<string, readonly InteractionFailure[]>> {
    if (trials.length === 0) return new Map();
    const file = join(this.#folder, `${++this.#copies}.json`);
    await writeFile(file, pactCopy(pact, trials, asks));
    try {
      return readVerifierOutput(
        await this.#verifier.verify({
          ...this.#options(pact, file),
          timeout,
          ...(asks && { providerStatesSetupUrl: this.#front.statesUrl, providerStatesSetupBody: true }),
        }),
      );
    } catch (error) {
      if (!(error instanceof VerifierError)) throw error;
      return new Map(trials.map(({ id }) => [id, [{ kind: 'verifier', message: error.message }]]));
    }
  }

  #options(pact: PactFile, file: string): object {
    return {
      provider: pact.provider,
      providerBaseUrl: this.#front.url,
      pactUrls: [file],
      logLevel: 'error',
    };
  }
}

/** By our own count: a trial passes only if its stage was set, its request came, and the verifier found nothing. */
function resultOf(sighting: Sighting | undefined, judged: readonly InteractionFailure[] | undefined): TrialResult {
  const { stage, stageError, answer, adaptations = [] } = sighting ?? {};
  const states = stage?.found.map(({ name }) => name) ?? [];
  const seen = { adaptations, states, scenarios: stage?.scenarios ?? [], ...(answer !== undefined && { answer }) };
  if (stageError !== undefined) return { ...seen, failures: [{ kind: 'state', message: stageError.message }] };
  if (judged === undefined)
    return { ...seen, failures: [{ kind: 'verifier', message: 'the verifier has not said what became of it' }] };
  if (sighting === undefined && judged.length === 0)
    return { ...seen, failures: [{ kind: 'verifier', message: 'its request was never sent' }] };
  return { ...seen, failures: judged };
}

export interface RunnerSurroundings {
  readonly options: VerifyOptions;
  readonly registry: readonly ProviderState[];
  /** What sandboxes keep to, unless a trial says otherwise. */
  readonly contract: Contract;
}

const DEFAULT_TIMEOUT = 30_000;

/**
 * What `act` comes to.
 * @throws MissingPeerError where the Pact verifier is not installed, Error where the target is no emulator
 */
export async function withRunner<Result>(
  { options, registry, contract }: RunnerSurroundings,
  act: (runner: TrialRunner) => Promise<Result>,
): Promise<Result> {
  const { target, controlToken, timeout = DEFAULT_TIMEOUT } = options;
  const { revision, variants } = contract;
  const common = { ...(revision !== SPECIFICATION && { revision }), ...(variants !== NO_VARIANTS && { variants }) };
  const source = target === undefined ? await ownEmulator(common) : await runningEmulator(target, controlToken, common);
  try {
    const runner = await TrialRunner.start({ contract, source, registry, timeout });
    try {
      return await act(runner);
    } finally {
      await runner.close();
    }
  } finally {
    await source.close();
  }
}
