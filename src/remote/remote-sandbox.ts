/** A sandbox of an emulator in another process, through its control plane. */

import { openHold } from '../emulator/control/methods/holds/hold.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { ShownSandbox } from '../emulator/control/methods/shown-sandbox.js';
import type { ActivationEnd } from '../emulator/control/methods/scenario-control.js';
import type { ShownActivation } from '../emulator/control/documents.js';
import type { SandboxOptions } from '../emulator/options.js';
import type { ScenarioName, ShippedScenarios } from '../emulator/scenarios/shipped-scenarios.js';
import { ControlPlaneClient, type EmulatorAddress, type Remote } from './control-plane-client.js';
import { methodsByTable } from './methods-by-table.js';
import { remoteWorld, type RemoteWorld } from './remote-world.js';

/** The members that differ in another process, and that `RemoteSandbox` declares itself or does not have. */
type OtherMembers = 'clock' | 'scenarios' | 'holds' | 'world' | 'journal' | 'hold' | 'use' | symbol;

/**
 * The methods of `SandboxControl`, except those of its journal. Each returns a promise, and throws Problem if the
 * control plane refuses the request, or RemoteEmulatorError if no emulator responds.
 */
export interface RemoteSandbox extends Remote<Omit<SandboxControl, OtherMembers>> {
  readonly clock: Remote<SandboxControl['clock']>;
  readonly scenarios: Remote<SandboxControl['scenarios']>;
  readonly holds: Remote<SandboxControl['holds']>;
  readonly world: RemoteWorld;
  readonly hold: SandboxControl['hold'];
  /**
   * Activates a shipped scenario, in addition to the active ones. `scenarios.use()` takes scenarios of your own, too.
   */
  use<Name extends ScenarioName>(
    scenario: Name,
    parameters?: ShippedScenarios[Name],
    end?: ActivationEnd,
  ): Promise<ShownActivation>;
}

/**
 * Opens a sandbox in a running emulator.
 * @throws Problem if the options are invalid
 * @throws RemoteEmulatorError if no emulator responds, or it refuses the control token
 * @example
 * const sandbox = await openRemoteSandbox({ url: 'http://127.0.0.1:4010' }, { population: 20 });
 * await sandbox.use('token-expired');
 */
export async function openRemoteSandbox(
  address: EmulatorAddress,
  options: SandboxOptions = {},
): Promise<RemoteSandbox> {
  const client = new ControlPlaneClient(address);
  return remoteSandbox(client, await client.call('createSandbox', { body: options }));
}

/**
 * Finds an open sandbox of a running emulator: `default`, or another ID.
 * @throws Problem 404 if there is none, RemoteEmulatorError if no emulator responds or it refuses the control token
 * @example
 * const sandbox = await findRemoteSandbox({ url: 'http://127.0.0.1:4010' }, 'default');
 * console.log((await sandbox.behaviour()).verdicts);
 */
export async function findRemoteSandbox(address: EmulatorAddress, id: string): Promise<RemoteSandbox> {
  const client = new ControlPlaneClient(address);
  return remoteSandbox(client, await client.call('getSandbox', { sandbox: id }));
}

/** The methods of a sandbox. @param shown the sandbox as the control plane shows it */
function remoteSandbox(client: ControlPlaneClient, shown: ShownSandbox): RemoteSandbox {
  const { id, name, clientId, clientSecret, url, apiUrl, tokenUrl } = shown;
  const identity = { id, name, clientId, clientSecret, url, apiUrl, tokenUrl };
  const methods = methodsByTable(client, id);
  const { sandbox, clock, scenarios, holds } = methods;

  // The control plane returns a list. It has one activation, because one scenario is requested.
  const use: RemoteSandbox['scenarios']['use'] = async (scenario, parameters = {}, end = {}) => {
    const { activated } = await scenarios.activate({ scenario, parameters, ...end });
    return activated[0]!;
  };

  const select: RemoteSandbox['scenarios']['select'] = async (selection, end) => {
    const { activated } = await scenarios.activate({ select: selection, ...end });
    return [...activated];
  };

  return {
    ...identity,
    ...sandbox,
    clock: {
      ...clock,
      now: async () => new Date((await clock.reading()).time),
      advance: (by) => clock.advance(durationText(by)),
    },
    scenarios: { ...scenarios, use, select },
    holds,
    hold: (operation, options) => openHold(holds, operation, options),
    world: remoteWorld(client, id, methods),
    use,
    verify: (expected, options) => {
      const overHttp = expected.map(({ within, ...one }) => {
        return within === undefined ? one : { ...one, within: durationText(within) };
      });
      return sandbox.verify(overHttp, options);
    },
  };
}

/** A duration as the control plane takes it: as text. A number is in milliseconds: `7` becomes `7ms`. */
function durationText(duration: string | number): string {
  return typeof duration === 'number' ? `${duration}ms` : duration;
}
