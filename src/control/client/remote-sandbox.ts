/** A sandbox of an emulator that runs in another process, steered over its control plane. */

import type { ClockControl, ShownClock } from '../clock-control.js';
import type { MintedLink, MintedToken, ShownSandbox } from '../sandbox-control.js';
import type { SandboxOptions } from '../sandbox-options.js';
import type { ActivationEnd, ScenarioParameters, ShownActivation } from '../scenario-control.js';
import type { SandboxState } from '../state.js';
import type { RestorableSandbox } from '../../pact/states/state-sandbox.js';
import { ControlPlaneClient, type EmulatorAddress } from './control-plane-client.js';
import { RemoteWorld } from './remote-world.js';

type Activated = Readonly<Record<'activated', ShownActivation[]>>;

/**
 * Opens a sandbox in a running emulator.
 * @throws Problem where it cannot be opened like this; RemoteEmulatorError where no emulator answers, or it wants a token
 */
export async function openRemoteSandbox(
  address: EmulatorAddress,
  options: SandboxOptions = {},
): Promise<RemoteSandbox> {
  return new RemoteSandbox(
    address,
    await new ControlPlaneClient(address).call<ShownSandbox>('POST', 'sandboxes', options),
  );
}

/** A sandbox that is there: `default`, or one that somebody has opened. @throws as {@link openRemoteSandbox} */
export async function findRemoteSandbox(address: EmulatorAddress, id: string): Promise<RemoteSandbox> {
  return new RemoteSandbox(
    address,
    await new ControlPlaneClient(address).call<ShownSandbox>('GET', `sandboxes/${encodeURIComponent(id)}`),
  );
}

/** The same as `SandboxControl`, as far as provider states need it; each method throws what {@link openRemoteSandbox} does. */
export class RemoteSandbox implements RestorableSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly world: RemoteWorld;
  readonly #client: ControlPlaneClient;
  readonly #path: string;

  constructor(
    address: EmulatorAddress,
    {
      id,
      clientId,
      clientSecret,
      apiUrl,
      tokenUrl,
    }: Pick<ShownSandbox, 'id' | 'clientId' | 'clientSecret' | 'apiUrl' | 'tokenUrl'>,
  ) {
    this.id = id;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
    this.apiUrl = apiUrl;
    this.tokenUrl = tokenUrl;
    this.#client = new ControlPlaneClient(address);
    this.#path = `sandboxes/${encodeURIComponent(id)}`;
    this.world = new RemoteWorld(this.#client, this.#path);
  }

  readonly scenarios = {
    select: async (selection: string, end: ActivationEnd = {}): Promise<ShownActivation[]> => {
      const { activated } = await this.#client.call<Activated>('POST', `${this.#path}/scenarios`, {
        select: selection,
        ...end,
      });
      return activated;
    },
  };

  readonly clock = {
    reading: (): Promise<ShownClock> => this.#client.call('GET', `${this.#path}/clock`),
    advance: (by: string | number): Promise<ShownClock> =>
      this.#client.call('POST', `${this.#path}/clock/advance`, { by: typeof by === 'number' ? `${by}ms` : by }),
    set: (time: string | Date, options: Parameters<ClockControl['set']>[1] = {}): Promise<ShownClock> =>
      this.#client.call('PUT', `${this.#path}/clock`, { time: isoText(time), ...options }),
    freeze: (at?: string | Date): Promise<ShownClock> =>
      this.#client.call('POST', `${this.#path}/clock/freeze`, at === undefined ? {} : { time: isoText(at) }),
  };

  async use(scenario: string, parameters: ScenarioParameters = {}, end: ActivationEnd = {}): Promise<ShownActivation> {
    const { activated } = await this.#client.call<Activated>('POST', `${this.#path}/scenarios`, {
      scenario,
      parameters,
      ...end,
    });
    return activated[0]!;
  }

  accessToken(options: { readonly lifetime?: number } = {}): Promise<MintedToken> {
    return this.#client.call('POST', `${this.#path}/access-tokens`, options);
  }

  verificationLink(contractId: string, options: { readonly lifetime?: number } = {}): Promise<MintedLink> {
    return this.#client.call('POST', `${this.#path}/verification-links`, { contractId, ...options });
  }

  state(): Promise<SandboxState> {
    return this.#client.call('GET', `${this.#path}/state`);
  }

  async load(state: unknown): Promise<void> {
    await this.#client.call('PUT', `${this.#path}/state`, state as object);
  }

  /** Removes it; the default one is there to stay, and refuses. */
  async remove(): Promise<void> {
    await this.#client.call('DELETE', this.#path);
  }
}

function isoText(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}
