/**
 * One request and its response: the one shape of an exchange in the program. Other rooms take a part (`Pick`) or add to
 * it.
 */

import { targetOf } from '../../common/reporting/request-target.js';
import { parseJson } from '../../common/json.js';
import { BodyInRing } from './body-ring.js';

/** Name and value of a header as sent. A repeated header appears once for each line, in its order. */
export type HeaderField = readonly [name: string, value: string];

/** A body as sent. */
export type MessageBody =
  | { readonly text: string }
  /** The bytes are not UTF-8. */
  | { readonly base64: string }
  /** The body was too large to keep, or contained a secret that could not be removed. */
  | { readonly omitted: true; readonly bytes: number };

/** A body as stored: as sent, or its number of bytes if its content is not kept. */
export type KeptBody = string | Uint8Array | BodyInRing | number;

/** The content of a body as stored; the number of its bytes if it is not kept, or no longer. */
export function keptContent(body: KeptBody): string | Uint8Array | number {
  return body instanceof BodyInRing ? body.content() : body;
}

/** The text of a body as stored; empty if there is none, or if its content is not kept. */
export function keptText(body: KeptBody | undefined): string {
  const content = body === undefined ? 0 : keptContent(body);
  if (typeof content === 'number') return '';
  return typeof content === 'string' ? content : Buffer.from(content).toString();
}

export interface Message {
  readonly headers: readonly HeaderField[];
  /** Absent if the message has none. */
  readonly body?: MessageBody | undefined;
}

/** Identifies an access token without containing it. */
export interface TokenReference {
  /** The claim `jti` (RFC 7519). */
  readonly id: string;
  /** ISO 8601, by the sandbox's clock. */
  readonly expiresAt: string;
}

/** The connection that carried a request. */
export interface ConnectionUse {
  /** Counts from 1 in each emulator. */
  readonly id: number;
  /** When it was opened, in milliseconds of real time since the emulator started. */
  readonly opened: number;
  /** Position of the request on its connection, from 1. */
  readonly request: number;
  /** True if it arrived before the response to the request before it was sent (RFC 9112 section 9.3.2). Else absent. */
  readonly pipelined?: true;
}

/** A scenario that has changed the response, how it was sent, or the world; and what selected it. */
export interface AppliedScenario {
  readonly scenario: string;
  /** The kind of selector. */
  readonly selector: string;
  /** Every parameter with its value, defaults included. Durations are in milliseconds. */
  readonly parameters: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
  /** Position of this call among the calls of its activation, from 1. */
  readonly call: number;
  /** The kind of fault that the scenario decided. */
  readonly fault: string;
}

/** A scenario that was active for the operation and changed nothing. */
export interface IdleScenario {
  readonly scenario: string;
  /** The kind of selector. */
  readonly selector: string;
  /** `the request was refused before`. */
  readonly reason: string;
}

/**
 * Why a held call went on: a test released it or let it fail; the condition of a scenario came; it was held as long as
 * it may be; its client left; its sandbox was reset or removed; the emulator ended.
 */
export type ReleaseReason = 'released' | 'failed' | 'condition' | 'limit' | 'client-gone' | 'sandbox-gone' | 'shutdown';

/** How a held call went on. */
export interface Release {
  /** Position among the released calls of the sandbox, from 1. */
  readonly order: number;
  /** For how long it was held, in real milliseconds. */
  readonly after: number;
  readonly reason: ReleaseReason;
}

/** How a fault ended the connection before the response was complete. `never`: no response sent. */
export type FaultEnding = 'reset' | 'close' | 'cut' | 'broken-chunks' | 'never';

/** How an exchange ended without a whole response. `client-left-midway`: a part of the response was sent. */
export type Ending = FaultEnding | 'client-left' | 'client-left-midway';

/** How a message that breaks HTTP is handled: `refused` before any operation, or `served`, if only its body does. */
export type BrokenHttp = 'refused' | 'served';

/** What one line says of an exchange, with secrets removed: everything but the messages. */
interface ExchangeLine {
  /** Counts from 1 in each sandbox, as in `Emulator-Exchange`; 4.001 is what HTTP refused after exchange 4. */
  readonly id: number;
  /** When the request was handled, by the sandbox's clock; ISO 8601 in UTC. */
  readonly at: string;
  /**
   * Real milliseconds until the last of the response was handed to the socket, delays by faults included, or until its
   * client left. Absent until then.
   */
  readonly duration?: number;
  /** How it ended without a whole response, in words: `client left after 1.0 s, before the response`. Else absent. */
  readonly ended?: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Without the question mark. Empty if there is none. */
  readonly query: string;
  /** The `operationId` of the contract. Absent if the contract has no operation for the request. */
  readonly operation?: string;
  /** The status of the response, also if the connection ended before it was sent. */
  readonly status: number;
  /** The client ID with its suffix. Absent if the request names no known client. */
  readonly clientId?: string;
  /** True if the call was held: its response, or the request before it was carried out. Else absent. */
  readonly held?: true;
  /** Absent until a held call was over. */
  readonly release?: Release;
  readonly scenarios: readonly AppliedScenario[];
  readonly diagnostics: readonly string[];
  /** Absent if its bytes are HTTP. */
  readonly brokenHttp?: BrokenHttp;
  /** True if the emulator sent the request for a person at the inspector, so that no client did. Else absent. */
  readonly sentByEmulator?: true;
}

/** One request and its response, with secrets removed. */
export interface Exchange extends ExchangeLine {
  /**
   * When the request was handled, in milliseconds of real time since the emulator started: consumers wait in real time.
   */
  readonly received: number;
  /** Absent if the emulator is mounted in another server. */
  readonly connection?: ConnectionUse;
  /** The access token in the request, if this emulator issued it. */
  readonly accessToken?: TokenReference;
  /** The access token in the response. */
  readonly issuedToken?: TokenReference;
  /**
   * The request has an access token that this emulator has not issued: number of the first exchange in the list with an
   * equal one. Absent if the exchange is not part of a list.
   */
  readonly unknownToken?: number;
  /** Absent if there were none. */
  readonly idleScenarios?: readonly IdleScenario[];
  readonly request: Message;
  readonly response: Message & {
    /** Absent if the whole response was sent. */
    readonly ending?: Ending;
  };
  /** The contract's variants that were active, by point. Absent if there were none. */
  readonly variants?: Readonly<Record<string, string>>;
  /**
   * True if the emulator refused the request because of a header for the emulator, such as a mistyped
   * `Emulator-Scenario`. The service would not have. Absent otherwise.
   */
  readonly refusedByEmulator?: true;
}

/** One line about an exchange, which costs little. */
export interface ExchangeOutline extends ExchangeLine {
  /** What an error response says is wrong. Absent if a scenario decided the response. */
  readonly error?: string;
  /** Absent if the whole response was sent. */
  readonly ending?: Ending;
}

/** The exchanges that say what a client does: without what HTTP refuses. */
export function ofCalls<
  Sent extends { readonly sentByEmulator?: boolean; readonly brokenHttp?: BrokenHttp | undefined },
>(exchanges: readonly Sent[]): Sent[] {
  return sentByClients(exchanges).filter(({ brokenHttp }) => brokenHttp !== 'refused');
}

/** The exchanges whose requests a client has sent. */
export function sentByClients<Sent extends { readonly sentByEmulator?: boolean }>(exchanges: readonly Sent[]): Sent[] {
  return exchanges.filter(({ sentByEmulator }) => sentByEmulator !== true);
}

/**
 * The JSON value of a body. Undefined if there is no body, it was not kept or it is not JSON. Like the service, it
 * ignores a byte order mark.
 */
export function jsonOf(body: MessageBody | undefined): unknown {
  return body === undefined || !('text' in body) ? undefined : parseJson(body.text.replace(/^\ufeff/, ''));
}

/** The bytes of a body; undefined if its content is not kept. */
export function bytesOf(body: MessageBody): Buffer | undefined {
  if ('omitted' in body) return undefined;
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

/** The first value of a header. The case of its name does not matter. */
export function headerOf(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find(([given]) => isNamed(given, name))?.[1];
}

/** Whether the name of a header is this one. Most names differ in length. */
export function isNamed(given: string, name: string): boolean {
  return given.length === name.length && given.toLowerCase() === name.toLowerCase();
}

/** Request and status in one line: `GET /api/v1/institutions/me/users?limit=5 200`. */
export function summaryOf(exchange: Pick<Exchange, 'method' | 'path' | 'query' | 'status'>): string {
  return `${exchange.method} ${targetOf(exchange)} ${exchange.status}`;
}

/** The number of fields with this name. @param headers names and values in turn */
export function countFields(headers: readonly string[], name: string): number {
  return headers.filter((text, at) => at % 2 === 0 && isNamed(text, name)).length;
}

/** Names and values in turn, as fields. */
export function headerFields(headers: readonly string[]): HeaderField[] {
  return Array.from({ length: headers.length / 2 }, (_, at): HeaderField => [headers[2 * at]!, headers[2 * at + 1]!]);
}
