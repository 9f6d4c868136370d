/** A sandbox of an emulator in another process, through its control plane. */

import type { SandboxOptions } from '../../options.js';
import type { RestorableSandbox } from '../../pact/states/state-sandbox.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Verification } from '../../journal/verify.js';
import type { PactDocument } from '../../pact/pact-json.js';
import type { ScenarioName, ShippedScenarios } from '../../scenarios/shipped-scenarios.js';
import type { ClockControl, ShownClock } from '../clock-control.js';
import type { SandboxFidelity } from '../exchange-fidelity.js';
import type { Coverage } from '../coverage.js';
import type { Behaviour, BehaviourOptions, JournalPart } from '../journal-control.js';
import type { ExchangeExpectation, JournalQuery } from '../journal-criteria.js';
import type { MintedToken, ShownSandbox } from '../sandbox-control.js';
import type { PactParties } from '../sandbox-pact.js';
import type { ActivationEnd, ScenarioParameters, ShownActivation } from '../scenario-control.js';
import type { Bundle } from '../state/bundle.js';
import type { SandboxState } from '../state/state.js';
import type { OpenApiDocument } from '../../contract/document.js';
import type { Upcoming } from '../world/upcoming.js';
import { RemoteWorld } from '../world/remote-world.js';
import type { LinkOptions, MintedLink } from '../world/verification-link.js';
import { ControlPlaneClient, type EmulatorAddress } from './control-plane-client.js';

type Activated = Readonly<Record<'activated', ShownActivation[]>>;
type Active = Readonly<Record<'active', ShownActivation[]>>;

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
 * The methods of `SandboxControl` but those of `journal`, each of which returns a promise. It throws Problem if the control plane refuses the request,
 * and RemoteEmulatorError if no emulator responds.
 */
export class RemoteSandbox implements RestorableSandbox {
  readonly id: string;
  /** The label for people. */
  readonly name: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scheme, host and port: the `{base_url}` of the specification (section 4.1). */
  readonly url: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly world: RemoteWorld;
  readonly #client: ControlPlaneClient;
  readonly #path: string;

  constructor(client: ControlPlaneClient, { id, name, clientId, clientSecret, url, apiUrl, tokenUrl }: ShownSandbox) {
    this.id = id;
    this.name = name;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
    this.url = url;
    this.apiUrl = apiUrl;
    this.tokenUrl = tokenUrl;
    this.#client = client;
    this.#path = `sandboxes/${encodeURIComponent(id)}`;
    this.world = new RemoteWorld(client, this.#path);
  }

  readonly scenarios = {
    /** The active scenarios in the order in which they apply. */
    active: async (): Promise<ShownActivation[]> => (await this.#get<Active>('scenarios')).active,
    /** Activates a scenario of any name, a shipped one or one of your own. */
    use: async (
      scenario: string,
      parameters: ScenarioParameters = {},
      end: ActivationEnd = {},
    ): Promise<ShownActivation> => {
      const { activated } = await this.#post<Activated>('scenarios', { scenario, parameters, ...end });
      return activated[0]!;
    },
    /** Activates the scenarios of a selection, in addition to the active ones. */
    select: async (selection: string, end: ActivationEnd = {}): Promise<ShownActivation[]> => {
      const { activated } = await this.#post<Activated>('scenarios', { select: selection, ...end });
      return activated;
    },
    /** Deactivates everything, and activates the scenarios of a selection. */
    replace: async (selection: string): Promise<ShownActivation[]> => {
      const { active } = await this.#call<Active>('PUT', 'scenarios', { select: selection });
      return active;
    },
    /** Deactivates one activation. */
    stop: (id: string): Promise<void> => this.#call('DELETE', `scenarios/${encodeURIComponent(id)}`),
    /** Deactivates everything. */
    stopAll: (): Promise<void> => this.#call('DELETE', 'scenarios'),
  };

  readonly clock = {
    /** The time now. */
    now: async (): Promise<Date> => new Date((await this.clock.reading()).time),
    reading: (): Promise<ShownClock> => this.#get('clock'),
    advance: (by: string | number): Promise<ShownClock> =>
      this.#post('clock/advance', { by: typeof by === 'number' ? `${by}ms` : by }),
    set: (time: string | Date, options: Parameters<ClockControl['set']>[1] = {}): Promise<ShownClock> =>
      this.#call('PUT', 'clock', { time: isoText(time), ...options }),
    freeze: (at?: string | Date): Promise<ShownClock> =>
      this.#post('clock/freeze', at === undefined ? {} : { time: isoText(at) }),
    /** Lets the clock run again from its current time. */
    thaw: (): Promise<ShownClock> => this.#post('clock/thaw'),
  };

  /** The sandbox as it is now. */
  show(): Promise<ShownSandbox> {
    return this.#get('');
  }

  /** Activates a shipped scenario, in addition to the active ones. `scenarios.use()` takes scenarios of your own, too. */
  use<Name extends ScenarioName>(
    scenario: Name,
    parameters?: ShippedScenarios[Name],
    end?: ActivationEnd,
  ): Promise<ShownActivation> {
    return this.scenarios.use(scenario, parameters, end);
  }

  /** The exchanges so far, oldest first. */
  async requests(query: JournalQuery = {}): Promise<Exchange[]> {
    return (await this.#get<{ readonly exchanges: Exchange[] }>('journal', query)).exchanges;
  }

  /** Checks the exchanges against expectations. */
  verify(expect: readonly ExchangeExpectation[], options: { readonly inOrder?: boolean } = {}): Promise<Verification> {
    return this.#post('journal/verify', { expect: expect.map(withinAsText), ...options });
  }

  /** The judge's verdicts on the consumer. */
  behaviour(options: BehaviourOptions = {}): Promise<Behaviour> {
    return this.#get('behaviour', options);
  }

  /** What of the contract and of the scenarios the exchanges have met, and what they never have. */
  coverage(): Promise<Coverage> {
    return this.#get('coverage');
  }

  /** What happens next by the clock: what expires, and what is scheduled. */
  async upcoming(): Promise<Upcoming[]> {
    return (await this.#get<{ readonly upcoming: Upcoming[] }>('clock/upcoming')).upcoming;
  }

  /** The contract of the sandbox: an OpenAPI document. */
  contract(): Promise<OpenApiDocument> {
    return this.#get('openapi.json');
  }

  /** The `inferred` and `chosen` points of the contract that the exchanges rest on. */
  fidelity(): Promise<SandboxFidelity> {
    return this.#get('fidelity');
  }

  /** The exchanges so far as a Pact V4 document. */
  pact(parties: PactParties & JournalPart): Promise<PactDocument> {
    return this.#get('pact', parties);
  }

  /** Everything that is needed to replay the recorded exchanges. */
  bundle(): Promise<Bundle> {
    return this.#get('bundle');
  }

  accessToken(options: { readonly lifetime?: number } = {}): Promise<MintedToken> {
    return this.#post('access-tokens', options);
  }

  verificationLink(credentialId: string, options: LinkOptions = {}): Promise<MintedLink> {
    return this.world.verificationLink(credentialId, options);
  }

  state(): Promise<SandboxState> {
    return this.#get('state');
  }

  async load(state: unknown): Promise<void> {
    await this.#call('PUT', 'state', state as object);
  }

  /** Resets the sandbox to its state at opening. */
  async reset(): Promise<void> {
    await this.#post('reset');
  }

  /** Removes the sandbox. @throws Problem 409 for the default one */
  async remove(): Promise<void> {
    await this.#call('DELETE', '');
  }

  #get<Body>(path: string, query: object = {}): Promise<Body> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
    return this.#call('GET', text === '' ? path : `${path}?${text}`);
  }

  #post<Body>(path: string, body?: object): Promise<Body> {
    return this.#call('POST', path, body);
  }

  /** @param path relative to the sandbox; empty for the sandbox itself */
  #call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const whole = path === '' ? this.#path : `${this.#path}/${path}`;
    return this.#client.call(method, whole, body === undefined ? {} : { body });
  }
}

/** Over HTTP a duration is text. */
function withinAsText({ within, ...expectation }: ExchangeExpectation): object {
  if (within === undefined) return expectation;
  return { ...expectation, within: typeof within === 'number' ? `${within}ms` : within };
}

function isoText(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}
