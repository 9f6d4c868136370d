/**
 * One verification by a verifier of another language. Such verifiers send the placeholders of a pact as they are. They
 * call states one by one or not at all, and often do not say when an interaction ends. So an interaction ends with its
 * request; the next call or request begins another interaction, in a reset sandbox.
 */

import { counted } from '../../common/reporting/phrases.js';
import type { Contract } from '../../contract/contract.js';
import { GuessCollection, guessesText } from '../../contract/fidelity/guesses.js';
import { isGuess, type FidelityPoint } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import type { Operation } from '../../contract/operation.js';
import { splitUrl } from '../../contract/query-string.js';
import { readRequest } from '../../contract/reading/read-request.js';
import { responseViolations } from '../../contract/response.js';
import { violationSentence } from '../../contract/violation.js';
import { isObject, parseJson } from '../../common/json.js';
import { isForm } from '../match-request.js';
import type { GivenState } from '../pact-file.js';
import { adaptRequest, type AdaptedRequest, type RawRequest } from './adapt-request.js';
import { parseDiagnostics, singleHeaders, type ForwardedResponse } from './gateway.js';
import { providerStates } from '../states/shipped-states.js';
import { statesOfInteraction, type SetUp, type StatesOfInteraction } from '../states/set-up-states.js';
import type { SandboxOpening } from '../states/provider-state.js';
import type { SandboxControl } from '../../emulator/control/methods/sandbox-control.js';
import type { SeenInteraction, VerificationSummary } from '../../emulator/control/documents.js';
import { unprocessable } from '../../emulator/control/problem.js';

/** The reason why a request is refused after a call for a state that was refused. */
const UNREAD = 'a call of the state-change URL before this request could not be read: it must be a POST of JSON';

/**
 * The interactions of one verifier, in one sandbox. The endpoints call its methods in this order for an interaction:
 * - for each state {@link stateCallArrived}, {@link stateCallRead} and {@link setUp}
 * - {@link adapt} before the request is sent
 * - {@link observe} after the response
 */
export class PactVerification {
  readonly sandbox: SandboxControl;
  readonly #contract: Contract;
  /** The state of the sandbox before the first interaction. */
  readonly #initial: ReturnType<SandboxControl['state']>;
  /** The interactions so far, as the report shows them, and the points of fidelity behind their responses. */
  readonly #seen: { readonly shown: SeenInteraction; readonly points: readonly FidelityPoint[] }[] = [];
  /** The states of this interaction. Pact passes them one by one, and does not say how many there are. */
  #states: StatesOfInteraction<SandboxControl>;
  /** Why a state of this interaction could not be set up; undefined if all could. */
  #failure: string | undefined;
  /** Whether the request of this interaction has arrived. Whatever comes next belongs to another interaction. */
  #hasRequest = false;
  /** How many calls for states of this interaction have arrived and were not read yet. */
  #unreadCalls = 0;

  /** Begins without interactions. @param contract of the sandbox */
  constructor(sandbox: SandboxControl, contract: Contract) {
    this.sandbox = sandbox;
    this.#contract = contract;
    this.#initial = sandbox.state();
    this.#states = this.#statesOf([]);
  }

  /** Prepares states in this sandbox. If they need other options, the sandbox is loaded anew. */
  #statesOf(given: readonly GivenState[]): StatesOfInteraction<SandboxControl> {
    return statesOfInteraction(given, providerStates, (options) => {
      this.sandbox.load(this.#initialWith(options));
      return this.sandbox;
    });
  }

  /** A call for a state has arrived. Until {@link stateCallRead}, it counts as a call that cannot be read. */
  stateCallArrived(): void {
    if (this.#hasRequest) this.begin();
    this.#unreadCalls++;
  }

  /** The call that has arrived was read. */
  stateCallRead(): void {
    this.#unreadCalls--;
  }

  /**
   * Sets up a provider state.
   * @returns values for `fromProviderState`
   * @throws Problem 422 if the state is unknown or cannot be set up
   */
  async setUp(given: GivenState): Promise<SetUp['values']> {
    // After a failed state, some verifiers go on with the next interaction without sending a request.
    if (this.#hasRequest || this.#failure !== undefined) this.begin();
    // Pact passes an empty name if an interaction has no states.
    if (given.name.trim() === '') return {};

    this.#states = this.#statesOf([...this.#states.given, given]);

    try {
      return (await this.#states.setUp()).setUp.values;
    } catch (error) {
      this.#failure = (error as Error).message;
      this.#addToReport({ failure: this.#failure });
      throw unprocessable('The provider state cannot be set up', this.#failure, '/state');
    }
  }

  /**
   * The state to load into the sandbox, so that the sandbox is as if it had been opened with these options. Earlier
   * events would not fit the options, so they are left out.
   */
  #initialWith(options: SandboxOpening): unknown {
    if (Object.keys(options).length === 0) return this.#initial;
    return { ...this.#initial, options: { ...this.#initial.options, ...options }, events: [], scheduled: [] };
  }

  /** Begins an interaction: resets the sandbox, and forgets the states. */
  begin(): void {
    this.sandbox.load(this.#initial);
    this.#states = this.#statesOf([]);
    this.#failure = undefined;
    this.#hasRequest = false;
    this.#unreadCalls = 0;
  }

  /**
   * The request in the form that the service accepts, with the ID of the sandbox.
   * @throws Problem 422 if a state of the interaction could not be set up
   */
  async adapt(request: RawRequest): Promise<AdaptedRequest> {
    // A second request, without a call for a state before it, is an interaction that has no states.
    if (this.#hasRequest) this.begin();
    this.#hasRequest = true;

    const failure = this.#unreadCalls > 0 ? UNREAD : this.#failure;
    // Any other failure is in the report already: `setUp` recorded it.
    if (failure === UNREAD) this.#addToReport({ failure });
    if (failure !== undefined) throw unprocessable('A provider state was not set up', failure, '/state');

    const setUp = this.#states.given.length === 0 ? undefined : (await this.#states.setUp()).setUp;
    // pact-js's `Verifier` parses forms, and sends them on as JSON.
    const form = formSentAsJson(request);
    const adapted = await adaptRequest(form ?? request, { sandbox: this.sandbox, setUp }, this.#contract);

    return form === undefined ? adapted : { ...adapted, adaptations: [SENT_AS_JSON, ...adapted.adaptations] };
  }

  /** Adds an exchange to the report: what the contract says about its request and its response. */
  observe({ method, target, headers, body, adaptations }: AdaptedRequest, response: ForwardedResponse): void {
    if (adaptations.includes(SENT_AS_JSON)) this.#noteInJournal(SENT_AS_JSON, response);

    const [, query = ''] = splitUrl(target);
    const { operation, ...request } = readRequest(this.#contract, { method, target, headers, body });
    // Points are the places where the contract leaves room, so that the emulator had to guess.
    const points = pointsBehind(this.#contract, {
      operationId: operation?.id,
      request: { query, headers, body: request.body },
      response: { status: response.status, headers: response.headers, body: parseJson(response.body.toString()) },
    });

    this.#addToReport(
      {
        request: { method, path: target },
        ...(operation !== undefined && { operation: operation.id }),
        status: response.status,
        requestViolations: request.violations.map(violationSentence),
        ...(operation !== undefined && { responseViolations: violationsOfResponse(response, operation) }),
        adaptations,
        diagnostics: parseDiagnostics(response.headers),
        restsOn: points.filter(isGuess).map(({ id }) => id),
      },
      points,
    );
  }

  /** Adds a note to the journal's record of the exchange, whose number is in the response. */
  #noteInJournal(note: string, { headers }: ForwardedResponse): void {
    const record = this.sandbox.journal.redacted.rawJournal.record(Number(headers['emulator-exchange']));
    if (record !== undefined) record.diagnostics = [...record.diagnostics, note];
  }

  /** The report so far. */
  summary(): VerificationSummary {
    const interactions = this.#seen.map(({ shown }) => shown);
    const failed = interactions.filter(({ failure }) => failure !== undefined);
    const text = this.#text(failed);
    if (failed.length > 0) return { verdict: 'failed', interactions, text };

    return { verdict: interactions.length === 0 ? 'empty' : 'set up', interactions, text };
  }

  /** The report as text for people: counts, what failed, what was not used, and the guesses behind the responses. */
  #text(failed: readonly SeenInteraction[]): string {
    const { length } = this.#seen;
    const operations = new Set(this.#seen.flatMap(({ shown }) => shown.operation ?? []));
    const unused = [...this.#contract.operations.keys()].filter((id) => !operations.has(id));
    const invalidRequests = this.#seen.filter(({ shown }) => shown.requestViolations?.length).length;
    const invalidResponses = this.#seen.filter(({ shown }) => shown.responseViolations?.length).length;

    const guesses = new GuessCollection<number>();
    for (const [at, { points }] of this.#seen.entries()) guesses.add(at, points);

    return [
      `${counted(length, 'interaction')} of ${operations.size} operations, ${failed.length} without their provider states.`,
      ...failed.map(({ failure }) => `✗ ${failure!}`),
      ...(unused.length === 0 ? [] : [`Not used: ${unused.join(', ')}.`]),
      `Requests that the service would refuse: ${invalidRequests}. Responses that violate the contract: ${invalidResponses}.`,
      guessesText(guesses.ranked(), length, 'response'),
      'Whether the responses are the expected ones, the verifier says. id-emulator verify also compares the pacts with the contract.',
    ].join('\n');
  }

  /** Adds an interaction to the report. Members that are not passed are empty. */
  #addToReport(seen: Partial<SeenInteraction>, points: readonly FidelityPoint[] = []): void {
    const states = this.#states.given.map(({ name }) => name);
    this.#seen.push({ shown: { states, adaptations: [], diagnostics: [], restsOn: [], ...seen }, points });
  }
}

/** The adaptation of a form, as the report and the journal show it. */
const SENT_AS_JSON = 'the form, which the verifier had sent as JSON, was sent on as a form';

/**
 * The form that pact-js's `Verifier` parsed and sent on as JSON. Undefined if the body may be what the consumer sends:
 * JSON fields of a form are texts only.
 */
function formSentAsJson(request: RawRequest): RawRequest | undefined {
  const fields = isForm(request.headers['content-type']) ? parseJson(request.body.toString()) : undefined;
  if (!isObject(fields)) return undefined;

  const texts = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string');
  if (texts.length < Object.keys(fields).length) return undefined;

  return { ...request, body: Buffer.from(new URLSearchParams(texts).toString()) };
}

/** Sentences about what the contract does not have; empty if the response is on contract. */
function violationsOfResponse({ status, headers, body }: ForwardedResponse, operation: Operation): string[] {
  const text = body.toString();
  const content = text === '' ? undefined : (parseJson(text) ?? text);
  const plain = { status, headers: singleHeaders(headers), body: content };

  return responseViolations(operation, plain).map(violationSentence);
}
