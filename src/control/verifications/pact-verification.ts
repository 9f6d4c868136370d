/**
 * One verification by a verifier of another language. Such verifiers send the placeholders of a pact as they are, call
 * states one by one or not at all, and often end none. So a request ends the interaction before it, and every interaction
 * begins with a reset sandbox.
 */

import type { Contract } from '../../contract/contract.js';
import type { VariantChoices } from '../../contract/variants/variant-point.js';
import type { FidelityPoint } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import { guessesText, sumUpGuesses } from '../../contract/fidelity/guesses.js';
import { isGuess } from '../../contract/fidelity/point.js';
import { splitUrl, parseForm } from '../../contract/query-string.js';
import { matchRequest } from '../../pact/match-request.js';
import type { GivenState } from '../../pact/pact-file.js';
import { adaptRequest, type AdaptedRequest, type RawRequest } from '../../pact/verifier/adapt-request.js';
import { CurrentInteraction } from '../../pact/verifier/current-interaction.js';
import { parseDiagnostics } from '../../pact/verifier/diagnostics.js';
import { providerStates } from '../../pact/states/shipped-states.js';
import type { SetUp } from '../../pact/states/set-up-states.js';
import type { RestorableSandbox, SavedState } from '../../pact/states/state-sandbox.js';
import { unprocessable } from '../problem.js';

/** An interaction as the emulator has seen it. What the consumer expects, only the verifier knows. */
export interface SeenInteraction {
  /** The texts of its provider states. */
  readonly states: readonly string[];
  /** Absent if no request was sent, because a state could not be set up. */
  readonly request?: { readonly method: string; readonly path: string };
  /** ID of the contract's operation; absent if the contract has none for the request. */
  readonly operation?: string;
  /** Status of the response. */
  readonly status?: number;
  /** Changes to the request: a token was replaced, a path completed. */
  readonly adaptations: readonly string[];
  readonly diagnostics: readonly string[];
  /** IDs of the guesses that the response rests on. */
  readonly restsOn: readonly string[];
  /** Why a provider state could not be set up. */
  readonly failure?: string;
}

export interface VerificationSummary {
  /** `failed` if a provider state could not be set up, `empty` if no request has arrived. */
  readonly verdict: 'set up' | 'failed' | 'empty';
  readonly interactions: readonly SeenInteraction[];
  /** What the verification says, and what it does not: a few lines. */
  readonly text: string;
}

/** The sandbox of a verification: a `SandboxControl`. */
export interface VerificationSandbox extends RestorableSandbox {
  readonly state: () => SavedState;
  readonly load: (state: unknown) => void;
  readonly show: () => { readonly revision: string; readonly variants: VariantChoices };
  readonly remove: () => void;
}

/** A response on its way to the verifier. */
export interface ForwardedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export class PactVerification {
  readonly sandbox: VerificationSandbox;
  readonly #contract: Contract;
  readonly #interaction: CurrentInteraction;
  readonly #initial: SavedState;
  readonly #seen: { readonly shown: SeenInteraction; readonly points: readonly FidelityPoint[] }[] = [];
  #given: readonly GivenState[] = [];
  #isOver = false;

  /** @param contract of the sandbox */
  constructor(sandbox: VerificationSandbox, contract: Contract) {
    this.sandbox = sandbox;
    this.#contract = contract;
    this.#interaction = new CurrentInteraction(sandbox, providerStates);
    this.#initial = sandbox.state();
  }

  /**
   * Sets up a provider state, with those of the same interaction.
   * @returns values for `fromProviderState`
   * @throws Problem 422 if the state is unknown or cannot be set up
   */
  async setUp(given: GivenState): Promise<SetUp['values']> {
    if (this.#isOver || this.#interaction.failure !== undefined) await this.begin();
    this.#given = [...this.#given, given];
    try {
      return await this.#interaction.add(given);
    } catch (error) {
      const failure = (error as Error).message;
      this.#record({ ...this.#nothing(), failure }, []);
      throw unprocessable('The provider state cannot be set up', failure, '/state');
    }
  }

  /** Ends the interaction before, and resets the sandbox. */
  async begin(): Promise<void> {
    await this.#interaction.end();
    this.sandbox.load(this.#initial);
    this.#given = [];
    this.#isOver = false;
  }

  /**
   * The request in the form that the service accepts, with the ID of the sandbox.
   * @throws Problem 502 if a state of the interaction could not be set up
   */
  async adapt(request: RawRequest): Promise<AdaptedRequest> {
    if (this.#isOver) await this.begin();
    this.#isOver = true;
    const { failure, setUp } = this.#interaction;
    if (failure !== undefined) throw unprocessable('A provider state was not set up', failure.message, '/state');
    return await adaptRequest(
      request,
      {
        sandbox: this.sandbox,
        replacements: setUp?.replacements ?? {},
        authentication: setUp?.authentication ?? false,
      },
      { contract: this.#contract, addToken: false },
    );
  }

  /** Adds an exchange to the report. */
  observe({ method, target, headers, body, adaptations }: AdaptedRequest, response: ForwardedResponse): void {
    const [path = '', query = ''] = splitUrl(target);
    const match = matchRequest(this.#contract, { method, path });
    const operation = match.kind === 'operation' ? match.operation.id : undefined;
    const isForm = headers['content-type']?.includes('x-www-form-urlencoded') ?? false;
    const points = pointsBehind(this.#contract, {
      operationId: operation,
      request: { query, headers, body: isForm ? fieldsOf(body) : jsonOf(body) },
      response: { status: response.status, headers: response.headers, body: jsonOf(response.body) },
    });
    this.#record(
      {
        ...this.#nothing(),
        request: { method, path: target },
        ...(operation !== undefined && { operation }),
        status: response.status,
        adaptations,
        diagnostics: parseDiagnostics(response.headers),
        restsOn: points.filter(isGuess).map(({ id }) => id),
      },
      points,
    );
  }

  /** The report so far. */
  summary(): VerificationSummary {
    const interactions = this.#seen.map(({ shown }) => shown);
    const failed = interactions.filter(({ failure }) => failure !== undefined);
    const verdict = failed.length > 0 ? 'failed' : interactions.length === 0 ? 'empty' : 'set up';
    return { verdict, interactions, text: this.#text(failed) };
  }

  #text(failed: readonly SeenInteraction[]): string {
    const { length } = this.#seen;
    const operations = new Set(this.#seen.flatMap(({ shown }) => shown.operation ?? []));
    const unused = [...this.#contract.operations.keys()].filter((id) => !operations.has(id));
    const guesses = sumUpGuesses(this.#seen.map(({ points }, name) => ({ name, points })));
    return [
      `${length} ${length === 1 ? 'interaction' : 'interactions'} of ${operations.size} operations, ${failed.length} without their provider states.`,
      ...failed.map(({ failure }) => `✗ ${failure!}`),
      ...(unused.length === 0 ? [] : [`Not used: ${unused.join(', ')}.`]),
      guessesText(guesses, `${length} ${length === 1 ? 'response rests' : 'responses rest'}`, 'response'),
      'Whether the responses are the expected ones, the verifier says. id-emulator verify also compares the pacts with the contract.',
    ].join('\n');
  }

  #nothing(): SeenInteraction {
    const states = this.#given.map(({ name }) => name).filter((name) => name.trim() !== '');
    return { states, adaptations: [], diagnostics: [], restsOn: [] };
  }

  #record(shown: SeenInteraction, points: readonly FidelityPoint[]): void {
    this.#seen.push({ shown, points });
  }
}

function fieldsOf(body: Buffer): unknown {
  try {
    return Object.fromEntries([...parseForm(body.toString())].map(([name, [value]]) => [name, value]));
  } catch {
    return undefined;
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
