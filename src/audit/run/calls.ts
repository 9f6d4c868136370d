/** The calls of a run: exchanges that reached an operation, comparable between runs. */

import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { ObservedSandbox } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { exchangeLine, brokenHttpText } from '../../emulator/journal/exchange-line.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { noRequestText, type RefusalCounts } from '../../emulator/refused-connections.js';

/**
 * The label of the emulator that the audit starts beside the command, and the key of its default sandbox. Tests of the
 * command may start further emulators.
 */
export const AUDIT_EMULATOR = 'default';

/** A request that reached an operation. */
export interface Call extends CallPlace {
  /** The key of the sandbox. */
  readonly sandbox: string;
  /** The name of the test that sent the request, if a test runner reported the test. */
  readonly test?: string | undefined;
  /** Operation and arguments: equal for calls that ask for the same. */
  readonly identity: string;
  /** Whether the call repeats a request that was refused with 401. */
  readonly repeatsRefused: boolean;
  readonly exchange: Exchange;
}

/**
 * The calls of a sandbox, numbered by operation. A request that the service itself refuses to authenticate reaches no
 * operation, and has no number. A request that a scenario refuses has a number.
 */
export function callsOf({ key, exchanges }: Pick<ObservedSandbox, 'key' | 'exchanges'>): Call[] {
  const counts = new Map<string, number>();
  const refused = new Set<string>();
  return exchanges.flatMap((exchange): Call | readonly Call[] => {
    if (exchange.operation === undefined) return [];

    const identity = requestInAnyRun(exchange);
    // `delete` tells whether the request was in the set. A repetition counts once for each refusal.
    const repeatsRefused = refused.delete(identity);
    if (exchange.status === 401) refused.add(identity);
    if (!reachesOperation(exchange)) return [];

    const { operation } = exchange;
    const call = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, call);

    return { sandbox: key, operation, call, identity, repeatsRefused, exchange };
  });
}

/** Why a command has no calls: its requests were refused, or its connections, or it has sent nothing. */
export function whyNoCalls(sandboxes: readonly ObservedSandbox[], refused: RefusalCounts): string {
  const exchanges = sandboxes.flatMap((sandbox) => sandbox.exchanges);
  const refusals = brokenHttpText(exchanges);
  if (refusals !== undefined) return refusals;

  const [first] = exchanges;
  if (first !== undefined)
    return `no request of the command reached an operation; the first of ${exchanges.length}: ${exchangeLine(first)}`;

  return noRequestText(refused) ?? NOTHING_SENT;
}

const NOTHING_SENT =
  'the command sent no request to the emulator; it finds the address in ID_EMULATOR_API_URL, or in a variable that --env NAME={apiUrl} sets';

/** Where a call comes from: its test. If no test is known, one part of the program counts as sending equal requests. */
export function placeOf({ sandbox, test, identity }: Call): string {
  return JSON.stringify([sandbox, test ?? identity]);
}

/** The shape of a call: operation, names of parameters, and test. Calls of the same shape may decide each other. */
export function shapeOf(call: Call): string {
  return JSON.stringify([call.sandbox, call.test, call.operation, parametersOf(call)]);
}

/** The names of the query parameters of a call, as a text: a search asks for something else than a list. */
export function parametersOf({ exchange }: Call): string {
  return [...new URLSearchParams(exchange.query).keys()].toSorted().join(' ');
}

/** A text that is equal for calls that ask for the same, in any order. */
export function requestsOf(calls: readonly Call[]): string {
  return calls
    .map(({ identity }) => identity)
    .toSorted()
    .join('\n');
}

/** The length of a response body, in characters or bytes. */
export function bodySize({ response: { body } }: Exchange): number {
  if (body === undefined) return 0;
  if ('text' in body) return body.text.length;

  return 'base64' in body ? body.base64.length : body.bytes;
}

/** Whether the exchange met a fault of the audit. */
export function hasMetInjection({ scenarios }: Exchange): boolean {
  return scenarios.some(({ selector }) => selector === 'injection');
}

/** Whether a call met a fault, and its repetition met one, too. A client may give up after two failures. */
export function hasMetRepetition(exchanges: readonly Exchange[]): boolean {
  return exchanges.some((exchange, index) => {
    const request = requestInAnyRun(exchange);
    const before = exchanges.slice(0, index).findLast((earlier) => requestInAnyRun(earlier) === request);
    return hasMetInjection(exchange) && before !== undefined && hasMetInjection(before);
  });
}

/** Whether a request reached its operation: neither the emulator nor the check of credentials refused the request. */
function reachesOperation(exchange: Exchange): boolean {
  const { operation, status, scenarios, refusedByEmulator, issuedToken, accessToken } = exchange;
  if (operation === undefined || refusedByEmulator === true) return false;
  // A scenario replaces the answer of an operation, so the request had reached it.
  if (scenarios.length > 0) return true;

  const isTokenRequest = issuedToken !== undefined || accessToken === undefined;

  // Without a token, only a request for a token or a link can succeed. 404 is the answer to an unknown link.
  return status !== 401 && (!isTokenRequest || status < 400 || status === 404);
}
