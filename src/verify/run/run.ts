/**
 * A run: one interaction of a pact is sent once to the emulator, in a sandbox of its own, and its response is observed.
 */

import { mapMembers, membersOf, parseJson } from '../../common/json.js';
import type { Contract } from '../../contract/contract.js';
import type { ExchangeFacts } from '../../contract/fidelity/exchange-facts.js';
import type { VariantChoices } from '../../contract/variants/variant-point.js';
import { readPactRequest } from '../../pact/match-request.js';
import type { GivenState, PactFile, PactInteraction, PactRequest } from '../../pact/pact-file.js';
import type { EstablishedState, SetUp } from '../../pact/states/set-up-states.js';
import type { Subject } from '../../pact/states/subjects.js';
import type { InteractionFailure, InteractionReport } from '../report/verification-report.js';

/** A planned run. */
export interface Run {
  /** The ID of the run, unique in a verification. It is printable ASCII, because it is sent in a header. */
  readonly id: string;
  readonly pact: PactFile;
  readonly interaction: PactInteraction;
  /** The provider states to set up: the states of the interaction, or other states that are tried as a remedy. */
  readonly states: readonly GivenState[];
  /** Variants of the contract that the sandbox uses. Default: the variants of the whole verification. */
  readonly variants?: VariantChoices;
  /** Whether to add an access token if the request has none. Default: false. */
  readonly addToken?: boolean;
  /** Whether the sandbox of the run stays in the running emulator. Default: false. */
  readonly isKept?: boolean;
}

/** The result of a run. */
export interface RunResult {
  /** The differences from the pact; empty if the run passed, or has no verdict. */
  readonly failures: readonly InteractionFailure[];
  /**
   * The reason why the run has no verdict: the Pact verifier broke, or the emulator ended. Undefined if the run has a
   * verdict.
   */
  readonly notRun?: string;
  /** The provider states; undefined if they were not set up. */
  readonly setUp?: SetUp;
  /** Length of the body of the request, in bytes. Undefined if the request was not sent. */
  readonly sentBytes?: number;
  /** The response of the emulator; undefined if no request reached it. */
  readonly response?: ObservedResponse;
  /**
   * The response to a second request, without the failure that the consumer expects. Undefined if the request was not
   * sent again.
   */
  readonly secondResponse?: ObservedResponse;
  /** The provider states of which nothing appears in request and response; undefined without a response. */
  readonly unseen?: readonly UnseenState[];
  /** How long it took to set up the provider states and to respond; undefined without a response. */
  readonly seconds?: number;
  /** Changes to the request on its way to the emulator, each a sentence. */
  readonly adaptations: readonly string[];
  /** Where the inspector shows the sandbox of the run; undefined if the sandbox was removed. */
  readonly inspector?: string;
}

/** A subject that a request names, with the part of the request that names it: `request query q`. */
export interface Requested extends Subject {
  readonly where: string;
}

/** A state of which nothing appears. */
export interface UnseenState {
  readonly state: EstablishedState;
  /** The subjects, if the request names another one than the state: `p2`, although the state sets up `p1`. */
  readonly difference?: { readonly inState: Subject; readonly inRequest: Requested };
  /** The subjects that the request names. */
  readonly requested: readonly Requested[];
  /** The filters in the request that exclude what the state sets up: `kycStatus=APPROVED`. */
  readonly filters: readonly string[];
  /** Whether the whole list was searched. A list with too many pages is not. */
  readonly isSearched: boolean;
}

/**
 * Plans the runs of a pact: one for each interaction, with the interaction's own states.
 * @param place position of the pact in the verification, from 1
 */
export function planRuns(pact: PactFile, place: number): Run[] {
  return pact.interactions.map((interaction) => {
    const { index, states } = interaction;
    return { id: `${place}-${index}`, pact, interaction, states };
  });
}

/** A run and what happened in it. */
export interface CompletedRun {
  readonly run: Run;
  readonly result: RunResult;
}

/** A response as the emulator sent it. */
export interface ObservedResponse extends NonNullable<InteractionReport['answer']> {
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The JSON value of the body. Undefined if there is no body, or if it is not JSON. */
export function bodyOf({ body }: ObservedResponse): unknown {
  return parseJson(body);
}

/** What the body of an error says, without a full stop at the end; undefined if it says nothing. */
export function reasonIn(response: ObservedResponse): string | undefined {
  const { message, error_description: description } = membersOf(bodyOf(response));
  // The token endpoint writes `error_description` instead of `message` (RFC 6749 section 5.2).
  const reason = message ?? description;
  return typeof reason === 'string' ? reason.replace(/\.$/, '') : undefined;
}

/** The names of the scenarios that were applied. */
export function appliedScenarios({ headers }: ObservedResponse): readonly string[] {
  return headers['emulator-scenario-applied']?.split(', ') ?? [];
}

/** The facts of the exchange, from which the contract finds the points on which the response is based. */
export function factsOf(request: PactRequest, response: ObservedResponse, contract: Contract): ExchangeFacts {
  const { operation, body } = readPactRequest(contract, request);
  return {
    operationId: operation?.id,
    request: {
      query: request.query,
      headers: mapMembers(request.headers, (values) => values.join(', ')),
      body: body ?? request.body?.content,
    },
    response: { status: response.status, headers: response.headers, body: bodyOf(response) },
  };
}

/**
 * Matches headers that are not compared: the emulator's own headers, headers that depend on the body or the time, and
 * headers of gateways.
 */
const NOT_COMPARED =
  /^(emulator-.*|date|content-length|connection|keep-alive|etag|x-request-id|vary|content-encoding|access-control-allow-origin)$/;

/** Whether two responses are equal, except for tokens. Tokens differ in every run, because they name their sandbox. */
export function isSameResponse(one: ObservedResponse, other: ObservedResponse): boolean {
  if (one.status !== other.status || !isSameText(headersText(one), headersText(other))) return false;

  const value = bodyOf(one);
  const otherValue = bodyOf(other);
  if (value === undefined || otherValue === undefined) return one.body === other.body;

  return isSameText(JSON.stringify(value), JSON.stringify(otherValue));
}

/** The headers that are compared, as a text. */
function headersText({ headers }: ObservedResponse): string {
  const compared = Object.entries(headers).filter(([name]) => !NOT_COMPARED.test(name));
  return JSON.stringify(compared.toSorted());
}

/**
 * Matches a token, alone or inside a text such as a URL. Tokens of different sandboxes have equal lengths, because the
 * IDs of sandboxes have.
 */
const TOKEN = /[\w-]{24,}(?:\.[\w-]{24,})*/g;

/** Whether two texts are equal apart from the tokens in them. */
function isSameText(one: string, other: string): boolean {
  // Tokens are replaced by as many characters, so that only their lengths are compared.
  const shape = (text: string): string => text.replace(TOKEN, (token) => '#'.repeat(token.length));
  return one === other || shape(one) === shape(other);
}
