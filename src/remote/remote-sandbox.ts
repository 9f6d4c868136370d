/** A sandbox of an emulator in another process, through its control plane. */

import type { ClockControl } from '../emulator/control/methods/clock-control.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { ShownSandbox } from '../emulator/control/methods/shown-sandbox.js';
import type { ActivationEnd, ScenarioControl } from '../emulator/control/methods/scenario-control.js';
import type { ShownActivation, Upcoming } from '../emulator/control/documents.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import type { SandboxOptions } from '../emulator/options.js';
import type { ScenarioName, ShippedScenarios } from '../emulator/scenarios/shipped-scenarios.js';
import { ControlPlaneClient, type EmulatorAddress, type Remote } from './control-plane-client.js';
import { remoteWorld, type RemoteWorld } from './remote-world.js';

/** What is different in another process. */
type OtherMembers = 'clock' | 'scenarios' | 'world' | 'journal' | 'use' | symbol;

/**
 * The methods of `SandboxControl` but those of `journal`, each of which returns a promise. It throws Problem if the
 * control plane refuses the request, and RemoteEmulatorError if no emulator responds.
 */
export interface RemoteSandbox extends Remote<Omit<SandboxControl, OtherMembers>> {
  readonly clock: Remote<ClockControl>;
  readonly scenarios: Remote<ScenarioControl>;
  readonly world: RemoteWorld;
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
 * @throws Problem if the options are invalid, RemoteEmulatorError if no emulator responds or it refuses the control token
 */
export async function openRemoteSandbox(
  address: EmulatorAddress,
  options: SandboxOptions = {},
): Promise<RemoteSandbox> {
  const client = new ControlPlaneClient(address);
  return remoteSandbox(client, await client.send('POST', 'sandboxes', options));
}

/**
 * Finds an open sandbox of a running emulator: `default`, or another ID.
 * @throws Problem 404 if there is none, RemoteEmulatorError if no emulator responds or it refuses the control token
 */
export async function findRemoteSandbox(address: EmulatorAddress, id: string): Promise<RemoteSandbox> {
  const client = new ControlPlaneClient(address);
  return remoteSandbox(client, await client.within('sandboxes', id).get());
}

function remoteSandbox(
  client: ControlPlaneClient,
  { id, name, clientId, clientSecret, url, apiUrl, tokenUrl }: ShownSandbox,
): RemoteSandbox {
  const sandbox = client.within('sandboxes', id);
  const scenarios = remoteScenarios(sandbox);
  const world = remoteWorld(sandbox);
  return {
    id,
    name,
    clientId,
    clientSecret,
    url,
    apiUrl,
    tokenUrl,
    world,
    scenarios,
    clock: remoteClock(sandbox),
    use: scenarios.use,
    show: () => sandbox.get(),
    requests: async (query) => (await sandbox.get<{ exchanges: Exchange[] }>('journal', query)).exchanges,
    verify: (expect, options) => {
      const asText = expect.map((one) => ({ ...one, within: durationText(one.within) }));
      return sandbox.send('POST', 'journal/verify', { expect: asText, ...options });
    },
    behaviour: (options) => sandbox.get('behaviour', options),
    coverage: () => sandbox.get('coverage'),
    upcoming: async () => (await sandbox.get<{ upcoming: Upcoming[] }>('clock/upcoming')).upcoming,
    send: (request) => sandbox.send('POST', 'requests', request),
    contract: () => sandbox.get('openapi.json'),
    fidelity: () => sandbox.get('fidelity'),
    pact: (parties) => sandbox.get('pact', parties),
    bundle: () => sandbox.get('bundle'),
    accessToken: (options = {}) => sandbox.send('POST', 'access-tokens', options),
    verificationLink: world.verificationLink,
    state: () => sandbox.get('state'),
    load: async (state) => void (await sandbox.send('PUT', 'state', state as object)),
    reset: async () => void (await sandbox.send('POST', 'reset')),
    remove: () => sandbox.send('DELETE'),
  };
}

function remoteClock(sandbox: ControlPlaneClient): Remote<ClockControl> {
  const reading: Remote<ClockControl>['reading'] = () => sandbox.get('clock');
  return {
    now: async () => new Date((await reading()).time),
    reading,
    advance: (by) => sandbox.send('POST', 'clock/advance', { by: durationText(by) }),
    set: (time, options) => sandbox.send('PUT', 'clock', { time: isoText(time), ...options }),
    freeze: (at) => sandbox.send('POST', 'clock/freeze', at === undefined ? {} : { time: isoText(at) }),
    thaw: () => sandbox.send('POST', 'clock/thaw'),
  };
}

function remoteScenarios(sandbox: ControlPlaneClient): Remote<ScenarioControl> {
  const activated = async (body: object): Promise<ShownActivation[]> =>
    (await sandbox.send<{ activated: ShownActivation[] }>('POST', 'scenarios', body)).activated;
  return {
    active: async () => (await sandbox.get<{ active: ShownActivation[] }>('scenarios')).active,
    use: async (scenario, parameters = {}, end = {}) => (await activated({ scenario, parameters, ...end }))[0]!,
    select: (selection, end) => activated({ select: selection, ...end }),
    replace: async (selection) =>
      (await sandbox.send<{ active: ShownActivation[] }>('PUT', 'scenarios', { select: selection })).active,
    stop: (id) => sandbox.within('scenarios', id).send('DELETE'),
    stopAll: () => sandbox.send('DELETE', 'scenarios'),
  };
}

/** Over HTTP a duration is text. */
function durationText(duration: string | number | undefined): string | undefined {
  return typeof duration === 'number' ? `${duration}ms` : duration;
}

function isoText(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}
