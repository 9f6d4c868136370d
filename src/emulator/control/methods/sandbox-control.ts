/**
 * One sandbox for tests: an institution with its own world, clock, journal and credentials. The methods here and the
 * endpoints of the control plane do the same.
 */

import { allAtOnce } from '../../../common/steps.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import type { OperationId } from '../../../contract/operation.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Exchange } from '../../journal/exchange.js';
import type { PactDocument, PactParties } from '../pact-document.js';
import type { ScenarioName, ShippedScenarios } from '../../scenarios/shipped-scenarios.js';
import type { Bundle } from '../state/bundle.js';
import type { BehaviourOptions, ExplainedExchange, Schemas, Upcoming } from '../documents.js';
import { ClockControl } from './clock-control.js';
import type { EndpointContext } from '../control-context.js';
import { type OwnRequest, sendOwn } from './own-request.js';
import { serviceUrls } from '../../addresses.js';
import { documentAt } from './document-at.js';
import { HoldControl, type HoldOptions } from './holds/hold-control.js';
import { type Hold, openHold } from './holds/hold.js';
import { JournalControl } from './journal/journal-control.js';
import type { ExchangeExpectation, JournalPart, JournalQuery } from './journal/journal-criteria.js';
import type { VerifiedExpectations } from './journal/verify.js';
import { ScenarioControl, type ActivationEnd } from './scenario-control.js';
import { readState, stateOf, type SandboxState } from '../state/state.js';
import { mintLink, mintToken, type LinkOptions } from './world/minted-tokens.js';
import { upcoming } from './world/upcoming.js';
import { WorldControl } from './world/world-control.js';
import { showSandbox, type ShownSandbox } from './shown-sandbox.js';

/** The methods of one sandbox. Further methods are in its members, such as `clock` and `world`. */
export class SandboxControl {
  readonly id: string;
  // Properties with `declare` are only announced here. The constructor defines them as getters.
  /** Scheme, host and port: the `{base_url}` of the specification (section 4.1). */
  declare readonly url: string;
  /** Base URL of the API: `{base_url}/api/v1`. */
  declare readonly apiUrl: string;
  /** The token endpoint. */
  declare readonly tokenUrl: string;
  /** A label for people, who see it in lists. */
  declare readonly name: string | undefined;
  declare readonly clientId: string;
  declare readonly clientSecret: string;
  readonly clock: ClockControl;
  readonly scenarios: ScenarioControl;
  /** The holds over HTTP; tests call `hold`. */
  readonly holds: HoldControl;
  readonly world: WorldControl;
  readonly journal: JournalControl;
  readonly #context: EndpointContext;

  /**
   * @param address returns where the emulator is reached: scheme, host and port
   * @internal
   */
  constructor(context: EndpointContext, id: string, address: () => string) {
    this.#context = context;
    this.id = id;
    // A reset replaces the sandbox, so each part looks it up whenever it is used.
    const sandbox = (): Sandbox => context.register.existing(id);
    this.clock = new ClockControl(sandbox);
    this.scenarios = new ScenarioControl(sandbox, context.catalogue);
    this.world = new WorldControl(sandbox, context);
    this.journal = new JournalControl(sandbox, context);
    this.holds = new HoldControl(sandbox, context, this.journal);

    // Getters of the class would be missing in a copy (`{ ...sandbox }`) and in `JSON.stringify`. Properties of the
    // object itself are included there.
    const getters = {
      url: () => serviceUrls(address()).url,
      apiUrl: () => serviceUrls(address()).apiUrl,
      tokenUrl: () => serviceUrls(address()).tokenUrl,
      name: () => sandbox().settings.name,
      clientId: () => sandbox().clientId,
      clientSecret: () => sandbox().settings.clientSecret,
    };
    for (const [name, get] of Object.entries(getters))
      Object.defineProperty(this, name, { get, enumerable: true, configurable: true });
  }

  /** The sandbox in the form of a response. */
  show(): ShownSandbox {
    return showSandbox(this.#sandbox, this.url);
  }

  /**
   * Activates a shipped scenario, in addition to the active ones. `sandbox.scenarios.use()` also accepts your own
   * scenarios.
   * @throws Problem 409, 422
   */
  use<Name extends ScenarioName>(
    scenario: Name,
    parameters?: ShippedScenarios[Name],
    end?: ActivationEnd,
  ): Schemas['Activation'] {
    return this.scenarios.use(scenario, parameters, end);
  }

  /**
   * Holds the next calls of an operation until the test releases them. By default, the service carries out each request
   * on arrival, and the response is held. With `at: 'request'`, a POST is held before it is carried out.
   * @throws Problem 409 with a store that others share; 422 if the operation or an option is invalid
   */
  hold<const Calls extends number = 1>(
    operation: OperationId,
    options?: HoldOptions & { readonly calls?: Calls },
  ): Promise<Hold<Calls>> {
    return openHold(this.holds, operation, options);
  }

  /**
   * Creates a valid access token without the token endpoint: no scenario applies, and no exchange is recorded.
   * @param options `lifetime` in seconds, 1 to 31,536,000; default: the sandbox's `tokenTtl`
   * @throws RangeError if the lifetime is invalid
   */
  accessToken(options: { readonly lifetime?: number } = {}): Schemas['MintedToken'] {
    return mintToken(this.#sandbox, this.#context, options);
  }

  /**
   * Creates a verification link without the service's endpoint: no scenario applies, and no exchange is recorded.
   * @param credentialId the ID in the credential's `contractId`
   * @throws Problem 404 if there is no such credential, 409 if it is not disclosed
   * @throws RangeError if the lifetime is invalid
   */
  verificationLink(credentialId: string, options: LinkOptions = {}): Schemas['MintedLink'] {
    return mintLink(this.#sandbox, this.#context, this.world, credentialId, { ...options, url: this.url });
  }

  /** The exchanges so far, oldest first. @throws Problem 422 if a name in the query is unknown */
  requests(query?: JournalQuery): Exchange[] {
    return allAtOnce(this.journal.exchanges(query));
  }

  /** Checks the exchanges against expectations. @throws Problem 422 */
  verify(expect: readonly ExchangeExpectation[], options?: { readonly inOrder?: boolean }): VerifiedExpectations {
    return allAtOnce(this.journal.verify(expect, options));
  }

  /** The judge's verdicts on the consumer. With `strict: true`, a suspected rule also makes `passed` false. */
  behaviour(options: BehaviourOptions = {}): Schemas['Behaviour'] {
    return allAtOnce(this.journal.behaviour(options));
  }

  /** Which operations, statuses and scenarios the exchanges have covered, and which ones never. */
  coverage(): Schemas['Coverage'] {
    return allAtOnce(this.journal.coverage());
  }

  /** What expires next by the clock, and what is scheduled: at most five things of each kind, the earliest first. */
  upcoming(): Upcoming[] {
    this.#sandbox.settle();
    return upcoming({ sandbox: this.#sandbox, linkTokens: this.#context.linkTokens, redacted: this.journal.redacted });
  }

  /**
   * Sends a request as the inspector does. The journal marks the exchange with `sentByEmulator`: the judge ignores it,
   * and no count of a scenario includes it.
   * @returns the exchange, as soon as it is recorded
   * @throws Problem 409 if the request belongs to another sandbox, 422 if it is not valid HTTP
   */
  async send({ clientId, ...request }: OwnRequest): Promise<ExplainedExchange> {
    const minted = clientId === undefined ? undefined : mintToken(this.#sandbox, this.#context, { clientId });
    const sending = { ...request, token: minted?.accessToken, sandbox: this.id, address: this.url };
    return allAtOnce(this.journal.exchange(await sendOwn(this.#context, sending)));
  }

  /**
   * The contract of the sandbox as an OpenAPI document with the emulator's address. It has the revision and the
   * variants of the sandbox. A variant is another possible behaviour of the service at a point that the specification
   * leaves open.
   */
  contract(): OpenApiDocument {
    return documentAt(this.#context.contracts.in(this.#sandbox.settings).document, this.url);
  }

  /** The `inferred` and `chosen` points of the contract that the exchanges rest on. */
  fidelity(): Schemas['SandboxFidelity'] {
    return allAtOnce(this.journal.fidelity());
  }

  /**
   * The exchanges so far as a Pact V4 document. Equal exchanges are one interaction, matching rules come from the
   * contract, provider states from scenarios and the world. `metadata['id-emulator'].leftOut` lists what is not in the
   * document. With `exchange`, the document contains only that exchange.
   * @throws Problem 422 if a name is empty, 404 if there is no exchange with this number
   */
  pact(query: PactParties & JournalPart): PactDocument {
    return allAtOnce(this.journal.pact(query));
  }

  /**
   * Everything that distinguishes the sandbox from a new one, as a document. Secrets that clients wrote into the world,
   * such as into a name, are not removed.
   */
  state(): SandboxState {
    const sandbox = this.#sandbox;
    return stateOf(sandbox, sandbox.snapshot(), this.#context.facts.version);
  }

  /**
   * Replaces the state of the sandbox by the state in the document. ID and credentials stay; the journal is emptied.
   * @throws Problem 422 if the document is invalid; the sandbox is then unchanged
   */
  load(state: unknown): void {
    // The state contains neither the identity of its sandbox nor the size of the journal.
    const { id, clientId, clientSecret, journalSize } = this.#sandbox.settings;
    const identity = { id, clientId, clientSecret, journalSize };
    const { settings, snapshot } = readState(state, identity, this.#context);
    this.#context.register.restore(settings, snapshot);
  }

  /** The recorded exchanges, with the states before and after. @throws Problem 409 if no exchange was recorded */
  bundle(): Bundle {
    return allAtOnce(this.journal.bundle());
  }

  /** Resets the sandbox to its state at opening. Tokens and links stay valid until they expire. */
  reset(): void {
    this.#context.register.reset(this.id);
  }

  /** Removes the sandbox. @throws Problem 409 for the default one */
  remove(): void {
    this.#context.register.remove(this.id);
  }

  /** Removes the sandbox if it is still open. A test with `using sandbox = ...` calls this at the end of its block. */
  [Symbol.dispose](): void {
    if (this.#context.register.has(this.id)) this.remove();
  }

  /** The sandbox as it is now: a reset or an import replaces it by another with the same ID. */
  get #sandbox(): Sandbox {
    return this.#context.register.existing(this.id);
  }
}
