/** A sandbox of an emulator in another process, through its control plane. */

import type { SandboxOptions } from '../../options.js';
import type { RestorableSandbox } from '../../pact/states/state-sandbox.js';
import type { ClockControl, ShownClock } from '../clock-control.js';
import type { MintedToken, ShownSandbox } from '../sandbox-control.js';
import type { ActivationEnd, ScenarioParameters, ShownActivation } from '../scenario-control.js';
import type { SandboxState } from '../state/state.js';
import { RemoteWorld } from '../world/remote-world.js';
import type { LinkOptions, MintedLink } from '../world/verification-link.js';
import { ControlPlaneClient, type EmulatorAddress } from './control-plane-client.js';

type Activated = Readonly<Record<'activated', ShownActivation[]>>;

/**
 * Opens a sandbox in a running emulator.
 * @throws Problem if the options are invalid, RemoteEmulatorError if no emulator responds or it refuses the control token
 */
export async function openRemoteSandbox(
  address: EmulatorAddress,
  options: SandboxOptions = {},
): Promise<RemoteSandbox> {
  const client = new ControlPlaneClient(address);
  return new RemoteSandbox(client, await client.call('POST', 'sandboxes', { body: options }));
}

/**
 * Finds an open sandbox of a running emulator: `default`, or another ID.
 * @throws Problem 404 if there is none, RemoteEmulatorError if no emulator responds or it refuses the control token
 */
export async function findRemoteSandbox(address: EmulatorAddress, id: string): Promise<RemoteSandbox> {
  const client = new ControlPlaneClient(address);
  return new RemoteSandbox(client, await client.call('GET', `sandboxes/${encodeURIComponent(id)}`));
}

/**
 * The part of `SandboxControl` that provider states use. Each method throws Problem if the control plane refuses the
 * request, and RemoteEmulatorError if no emulator responds.
 */
export class RemoteSandbox implements RestorableSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly world: RemoteWorld;
  readonly #client: ControlPlaneClient;
  readonly #path: string;

  constructor(client: ControlPlaneClient, { id, clientId, clientSecret, apiUrl, tokenUrl }: ShownSandbox) {
    this.id = id;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
    this.apiUrl = apiUrl;
    this.tokenUrl = tokenUrl;
    this.#client = client;
    this.#path = `sandboxes/${encodeURIComponent(id)}`;
    this.world = new RemoteWorld(client, this.#path);
  }

  readonly scenarios = {
    select: async (selection: string, end: ActivationEnd = {}): Promise<ShownActivation[]> => {
      const { activated } = await this.#post<Activated>('scenarios', { select: selection, ...end });
      return activated;
    },
  };

  readonly clock = {
    reading: (): Promise<ShownClock> => this.#client.call('GET', `${this.#path}/clock`),
    advance: (by: string | number): Promise<ShownClock> =>
      this.#post('clock/advance', { by: typeof by === 'number' ? `${by}ms` : by }),
    set: (time: string | Date, options: Parameters<ClockControl['set']>[1] = {}): Promise<ShownClock> =>
      this.#client.call('PUT', `${this.#path}/clock`, { body: { time: isoText(time), ...options } }),
    freeze: (at?: string | Date): Promise<ShownClock> =>
      this.#post('clock/freeze', at === undefined ? {} : { time: isoText(at) }),
  };

  async use(scenario: string, parameters: ScenarioParameters = {}, end: ActivationEnd = {}): Promise<ShownActivation> {
    const { activated } = await this.#post<Activated>('scenarios', { scenario, parameters, ...end });
    return activated[0]!;
  }

  accessToken(options: { readonly lifetime?: number } = {}): Promise<MintedToken> {
    return this.#post('access-tokens', options);
  }

  verificationLink(credentialId: string, options: LinkOptions = {}): Promise<MintedLink> {
    return this.world.verificationLink(credentialId, options);
  }

  state(): Promise<SandboxState> {
    return this.#client.call('GET', `${this.#path}/state`);
  }

  async load(state: unknown): Promise<void> {
    await this.#client.call('PUT', `${this.#path}/state`, { body: state as object });
  }

  /** Removes the sandbox. @throws Problem 409 for the default one */
  async remove(): Promise<void> {
    await this.#client.call('DELETE', this.#path);
  }

  #post<Body>(path: string, body: object): Promise<Body> {
    return this.#client.call('POST', `${this.#path}/${path}`, { body });
  }
}

function isoText(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}
