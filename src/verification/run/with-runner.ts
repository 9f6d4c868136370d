/** Has something done with a runner of trials, and clears away what that needs: an emulator, the Pact verifier, the front between them. */

import { SPECIFICATION, type Contract } from '../../contract/contract.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import { ownEmulator, runningEmulator } from './sandbox-source.js';
import { TrialRunner } from './trial-runner.js';
import type { VerifyOptions } from './verify-options.js';

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
