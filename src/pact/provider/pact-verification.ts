/**
 * One verification by a verifier of another language. Such verifiers send the placeholders of a pact as they are, call
 * states one by one or not at all, and often end none. So a request ends the interaction before it, and every
 * interaction begins with a reset sandbox.
 */

import type { Contract } from '../../contract/contract.js';
import { isGuess } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import { splitUrl } from '../../contract/query-string.js';
import { parseJson } from '../../common/json.js';
import { formFields, isForm, matchOperation } from '../match-request.js';
import type { GivenState } from '../pact-file.js';
import { adaptRequest, type AdaptedRequest, type RawRequest } from './adapt-request.js';
import { CurrentInteraction } from './current-interaction.js';
import { parseDiagnostics, type ForwardedResponse } from './gateway.js';
import { providerStates } from '../states/shipped-states.js';
import type { SetUp } from '../states/set-up-states.js';
import type { SandboxControl } from '../../emulator/control/methods/sandbox-control.js';
import type { SeenInteraction, VerificationSummary } from '../../emulator/control/documents.js';
import { unprocessable } from '../../emulator/control/problem.js';

/** The reason why a request is refused after a call for a state that was refused. */
const UNREAD = 'a call of the state-change URL before this request could not be read: it must be a POST of JSON';

export class PactVerification {
  readonly sandbox: SandboxControl;
  readonly #contract: Contract;
  readonly #interaction: CurrentInteraction;
  readonly #initial: ReturnType<SandboxControl['state']>;
  readonly #seen: SeenInteraction[] = [];
  #isOver = false;
  /** Number of calls of this interaction for a state that could not be read. */
  #unread = 0;

  /** @param contract of the sandbox */
  constructor(sandbox: SandboxControl, contract: Contract) {
    this.sandbox = sandbox;
    this.#contract = contract;
    this.#interaction = new CurrentInteraction(sandbox, providerStates);
    this.#initial = sandbox.state();
  }

  /** A call for a state has arrived. Until it {@link isRead}, it counts as one that cannot be read. */
  announce(): void {
    if (this.#isOver) this.begin();
    this.#unread++;
  }

  /** The call that was announced has been read. */
  isRead(): void {
    this.#unread--;
  }

  /**
   * Sets up a provider state, with those of the same interaction.
   * @returns values for `fromProviderState`
   * @throws Problem 422 if the state is unknown or cannot be set up
   */
  async setUp(given: GivenState): Promise<SetUp['values']> {
    if (this.#isOver || this.#interaction.failure !== undefined) this.begin();
    try {
      return await this.#interaction.add(given);
    } catch (error) {
      const failure = (error as Error).message;
      this.#record({ failure });
      throw unprocessable('The provider state cannot be set up', failure, '/state');
    }
  }

  /** Ends the interaction before, and resets the sandbox. */
  begin(): void {
    this.#interaction.end();
    this.sandbox.load(this.#initial);
    this.#isOver = false;
    this.#unread = 0;
  }

  /**
   * The request in the form that the service accepts, with the ID of the sandbox.
   * @throws Problem 422 if a state of the interaction could not be set up
   */
  async adapt(request: RawRequest): Promise<AdaptedRequest> {
    if (this.#isOver) this.begin();
    this.#isOver = true;
    const failure = this.#unread > 0 ? UNREAD : this.#interaction.failure?.message;
    if (failure === UNREAD) this.#record({ failure });
    if (failure !== undefined) throw unprocessable('A provider state was not set up', failure, '/state');
    return await adaptRequest(request, this.#interaction, this.#contract);
  }

  /** Adds an exchange to the report. */
  observe({ method, target, headers, body, adaptations }: AdaptedRequest, response: ForwardedResponse): void {
    const [path = '', query = ''] = splitUrl(target);
    const operation = matchOperation(this.#contract, { method, path })?.operation.id;
    const points = pointsBehind(this.#contract, {
      operationId: operation,
      request: {
        query,
        headers,
        body: isForm(headers['content-type']) ? formFields(body.toString()) : parseJson(body.toString()),
      },
      response: { status: response.status, headers: response.headers, body: parseJson(response.body.toString()) },
    });
    this.#record({
      request: { method, path: target },
      ...(operation !== undefined && { operation }),
      status: response.status,
      adaptations,
      diagnostics: parseDiagnostics(response.headers),
      restsOn: points.filter(isGuess).map(({ id }) => id),
    });
  }

  /** The report so far. */
  summary(): VerificationSummary {
    const interactions = [...this.#seen];
    const hasFailed = interactions.some(({ failure }) => failure !== undefined);
    return { verdict: hasFailed ? 'failed' : interactions.length === 0 ? 'empty' : 'set up', interactions };
  }

  #record(seen: Partial<SeenInteraction>): void {
    const { states } = this.#interaction;
    this.#seen.push({ states, adaptations: [], diagnostics: [], restsOn: [], ...seen });
  }
}
