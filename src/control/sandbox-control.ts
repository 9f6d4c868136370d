/** One sandbox in the hands of a test: the same in-process and over HTTP. */

import type { VariantChoices } from '../contract/variants/variant-point.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Exchange } from '../journal/exchange.js';
import type { ExchangeQuery } from '../journal/query.js';
import type { Verification } from '../journal/verify.js';
import type { PactDocument } from '../pact/pact-json.js';
import { bundleOf, type Bundle } from './bundle.js';
import { ClockControl, type ShownClock } from './clock-control.js';
import type { ControlContext } from './control-context.js';
import type { SandboxFidelity } from './exchange-guesses.js';
import { JournalControl, type Behaviour, type ExchangeExpectation } from './journal-control.js';
import { conflict, unusable } from './problem.js';
import { sandboxPact, type PactParties } from './sandbox-pact.js';
import {
  ScenarioControl,
  type ActivationEnd,
  type ScenarioParameters,
  type ShownActivation,
} from './scenario-control.js';
import { readState, stateOf, type SandboxState } from './state.js';
import { WorldControl } from './world/world-control.js';

/** What a consumer has to know of a sandbox, and what it is like. */
export interface ShownSandbox {
  readonly id: string;
  readonly name?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scheme, host and port: the `{base_url}` of the specification (section 4.1). */
  readonly url: string;
  /** What every API path is relative to. */
  readonly apiUrl: string;
  /** The token endpoint. */
  readonly tokenUrl: string;
  /** The fixture's name. */
  readonly fixture: string;
  readonly seed: number;
  readonly population: number;
  /** Seconds. */
  readonly tokenTtl: number;
  /** Seconds. */
  readonly linkTtl: number;
  readonly strict: boolean;
  /** Of the contract that it keeps to: `specification`, or a later one. */
  readonly revision: string;
  /** Where it does otherwise than the contract says, by point; empty where it does so nowhere. */
  readonly variants: VariantChoices;
  readonly clock: ShownClock;
  /** How many there have been. */
  readonly exchanges: number;
}

/** An access token that was not asked for at the token endpoint. */
export interface MintedToken {
  readonly accessToken: string;
  /** Seconds, by the sandbox's clock. */
  readonly expiresIn: number;
}

/** A verification link that no client asked for. */
export interface MintedLink {
  readonly verificationUrl: string;
  readonly token: string;
}

const LONGEST_LIFETIME = 31_536_000;

export class SandboxControl {
  readonly id: string;
  readonly clock: ClockControl;
  readonly scenarios: ScenarioControl;
  readonly world: WorldControl;
  readonly journal: JournalControl;
  readonly #context: ControlContext;
  readonly #address: () => string;

  /** @param address where the emulator is reached: scheme, host and port */
  constructor(context: ControlContext, id: string, address: () => string) {
    const sandbox = (): Sandbox => context.register.existing(id);
    this.id = id;
    this.clock = new ClockControl(sandbox);
    this.scenarios = new ScenarioControl(sandbox, context.catalogue);
    this.world = new WorldControl(sandbox, context.catalogue);
    this.journal = new JournalControl(sandbox, context);
    this.#context = context;
    this.#address = address;
  }

  /** What people call it. */
  get name(): string | undefined {
    return this.#sandbox.settings.name;
  }

  get clientId(): string {
    return this.#sandbox.clientId;
  }

  get clientSecret(): string {
    return this.#sandbox.settings.clientSecret;
  }

  /** Scheme, host and port: the `{base_url}` of the specification (section 4.1). */
  get url(): string {
    return this.#address();
  }

  /** What every API path is relative to: `{base_url}/api/v1`. */
  get apiUrl(): string {
    return `${this.url}/api/v1`;
  }

  /** The token endpoint. */
  get tokenUrl(): string {
    return `${this.url}/oauth/token`;
  }

  /** What a consumer has to know of it, and what it is like. */
  show(): ShownSandbox {
    const { settings, issued } = this.#sandbox;
    const { base, name, clientId, clientSecret, tokenTtl, linkTtl, strict, revision, variants } = settings;
    return {
      id: this.id,
      ...(name !== undefined && { name }),
      clientId,
      clientSecret,
      url: this.url,
      apiUrl: this.apiUrl,
      tokenUrl: this.tokenUrl,
      fixture: base.fixture.name,
      seed: base.seed,
      population: base.population.size,
      tokenTtl,
      linkTtl,
      strict,
      revision,
      variants,
      clock: this.clock.reading(),
      exchanges: issued.exchanges,
    };
  }

  /** Switches a scenario on, beside those that are. @throws Problem 409, 422 */
  use(scenario: string, parameters?: ScenarioParameters, end?: ActivationEnd): ShownActivation {
    return this.scenarios.use(scenario, parameters, end);
  }

  /**
   * A good access token, without asking the token endpoint: no scenario can get in the way, and no exchange is recorded.
   * @throws RangeError where the lifetime is not a whole number of seconds, 1 to 31,536,000
   */
  accessToken({
    lifetime = this.#sandbox.settings.tokenTtl,
  }: { /** Seconds. Default: the sandbox's `tokenTtl`. */ readonly lifetime?: number } = {}): MintedToken {
    if (!Number.isInteger(lifetime) || lifetime < 1 || lifetime > LONGEST_LIFETIME) {
      throw new RangeError(`the lifetime of an access token is 1 to ${LONGEST_LIFETIME} seconds, found ${lifetime}`);
    }
    return { accessToken: this.#context.accessTokens.mint(this.#sandbox, lifetime), expiresIn: lifetime };
  }

  /**
   * A verification link for a credential, without asking the service for one: no scenario can get in the way, and no
   * exchange is recorded.
   * @throws Problem 404 where there is no such credential, 409 where it is not disclosed; RangeError where the lifetime is
   *   not a whole number of seconds, 0 (it has expired) to 31,536,000
   */
  verificationLink(
    contractId: string,
    {
      lifetime = this.#sandbox.settings.linkTtl,
    }: { /** Seconds. Default: the sandbox's `linkTtl`. */ readonly lifetime?: number } = {},
  ): MintedLink {
    if (!Number.isInteger(lifetime) || lifetime < 0 || lifetime > LONGEST_LIFETIME) {
      throw new RangeError(
        `the lifetime of a verification link is 0 to ${LONGEST_LIFETIME} seconds, found ${lifetime}`,
      );
    }
    if (!this.world.credential(contractId).disclosed)
      throw conflict(
        `The credential "${contractId}" is not disclosed to the institution, which could make no link for it.`,
      );
    const token = this.#context.linkTokens.mint(this.#sandbox, contractId, lifetime);
    return { verificationUrl: `${this.url}/verify/${token}`, token };
  }

  /** The exchanges so far, oldest first. */
  requests(query?: ExchangeQuery): Exchange[] {
    return this.journal.exchanges(query);
  }

  /** Checks what is expected of the exchanges. @throws Problem 422 */
  verify(expect: readonly ExchangeExpectation[], options?: { readonly inOrder?: boolean }): Verification {
    return this.journal.verify(expect, options);
  }

  /** What the exchanges tell about the consumer. */
  behaviour(): Behaviour {
    return this.journal.behaviour();
  }

  /** The guesses that the exchanges rest on: the `inferred` and `chosen` points of the contract. */
  fidelity(): SandboxFidelity {
    return this.journal.fidelity();
  }

  /**
   * The exchanges so far as a Pact V4 file, for `JSON.stringify`: what is alike is one interaction, matchers come from the
   * contract, provider states from scenarios and world; `metadata['id-emulator'].leftOut` names what is not in it.
   * @throws Problem 422 where a name is empty
   */
  pact({ consumer, provider }: PactParties): PactDocument {
    for (const [role, name] of Object.entries({ consumer, provider })) {
      if (name?.trim() === '')
        throw unusable(
          'This is no name',
          `Expected the name of the ${role}, found ${JSON.stringify(name)}.`,
          `/${role}`,
        );
    }
    return sandboxPact(
      this.#sandbox,
      this.journal.exchanges(),
      { consumer, ...(provider !== undefined && { provider }) },
      this.#context,
    );
  }

  /** Everything that tells it from a new sandbox, as a document. */
  state(): SandboxState {
    const sandbox = this.#sandbox;
    return stateOf(sandbox, sandbox.snapshot(), {
      isShipped: this.#context.isShipped,
      version: this.#context.facts.version,
    });
  }

  /**
   * Makes the sandbox what the document says; its ID and credentials stay, its journal is empty.
   * @throws Problem 422; then nothing has changed
   */
  load(state: unknown): void {
    const { id, clientId, settings } = this.#sandbox;
    const { clientSecret, journalSize } = settings;
    const read = readState(state, { id, clientId, clientSecret, journalSize }, this.#context);
    this.#context.register.restore(read.settings, read.snapshot);
  }

  /** Everything that it takes to do the last exchanges over. @throws Problem 409 where nothing is recorded */
  bundle(): Bundle {
    return bundleOf(this.#sandbox, this.journal.exchanges(), this.#context);
  }

  /** Makes it what it was when it was opened; tokens and links that are under way stay good until they expire. */
  reset(): void {
    this.#context.register.reset(this.id);
  }

  /** Removes it. @throws Problem 409 for the default one */
  remove(): void {
    this.#context.register.remove(this.id);
  }

  /** Removes it, unless somebody has done so already. */
  [Symbol.dispose](): void {
    if (this.#context.register.has(this.id)) this.remove();
  }

  get #sandbox(): Sandbox {
    return this.#context.register.existing(this.id);
  }
}
