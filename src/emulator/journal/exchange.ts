/**
 * The exchange: one request and its response. This is the only type of an exchange in the program. Other modules use a
 * part of the type (`Pick`) or extend the type.
 */

import { targetOf } from '../../common/reporting/request-target.js';
import { parseJson } from '../../common/json.js';
import type { components } from '../../contract/control-schemas.js';
import { BodyInRing } from './body-ring.js';

/** Name and value of a header as sent. A repeated header appears once for each line, in its order. */
export type HeaderField = readonly [name: string, value: string];

type Journaled = components['schemas']['JournaledExchange'];

/** A body as sent. */
export type MessageBody = components['schemas']['JournaledBody'];

/** A body as stored: the content as sent, or the number of its bytes if the content is not kept. */
export type KeptBody = string | Uint8Array | BodyInRing | number;

/** The content of a stored body; the number of its bytes if the content is not kept, or no longer. */
export function keptContent(body: KeptBody): string | Uint8Array | number {
  return body instanceof BodyInRing ? body.content() : body;
}

/** The text of a stored body; empty if there is no body, or if its content is not kept. */
export function keptText(body: KeptBody | undefined): string {
  const content = body === undefined ? 0 : keptContent(body);
  if (typeof content === 'number') return '';
  return typeof content === 'string' ? content : Buffer.from(content).toString();
}

/** A request or a response. */
export interface Message {
  readonly headers: readonly HeaderField[];
  /** Absent if the message has no body. */
  readonly body?: MessageBody | undefined;
}

/** Identifies an access token without containing it. */
export type TokenReference = components['schemas']['TokenReference'];

/** The connection that carried a request. */
export type ConnectionUse = NonNullable<Journaled['connection']>;

/** A scenario that has changed the response, its delivery or the world; and what selected the scenario. */
export type AppliedScenario = Journaled['scenarios'][number];

/** A scenario that was active for the operation and changed nothing. */
export type IdleScenario = components['schemas']['IdleScenario'];

/** How a held call went on. */
export type Release = components['schemas']['Release'];

/** Why a held call went on. */
export type ReleaseReason = Release['reason'];

/** How an exchange ended without a whole response. `client-left-midway`: a part of the response was sent. */
export type Ending = components['schemas']['Ending'];

/** How a fault ended the connection before the response was complete. `never`: no response sent. */
export type FaultEnding = Exclude<Ending, 'client-left' | 'client-left-midway'>;

/** How a message that breaks HTTP was handled: `refused` before any operation; `served` if only its body is wrong. */
export type BrokenHttp = NonNullable<Journaled['brokenHttp']>;

/** Members of the response to a request for a single exchange, in addition to the exchange. */
export type Explanation = 'restsOn' | 'violations' | 'nearMisses' | 'repetition';

/** One request and its response, with secrets removed. */
export interface Exchange extends Omit<Journaled, 'request' | 'response' | Explanation> {
  readonly request: Message;
  readonly response: Message & {
    /** Absent if the whole response was sent. */
    readonly ending?: Ending;
  };
}

/** The data for one line about an exchange. It costs little to make. */
export interface ExchangeOutline
  extends
    Pick<Exchange, 'id' | 'at' | 'duration' | 'ended' | 'method' | 'path' | 'query' | 'operation' | 'status'>,
    Pick<Exchange, 'clientId' | 'held' | 'release' | 'scenarios' | 'diagnostics' | 'brokenHttp' | 'sentByEmulator'> {
  /** The sentence of an error response. Absent if a scenario decided the response. */
  readonly error?: string;
  /** Absent if the whole response was sent. */
  readonly ending?: Ending;
}

/** The calls of clients. Messages that break HTTP and requests of the emulator itself are left out. */
export function callsAmong(exchanges: readonly Exchange[]): Exchange[] {
  return sentByClients(exchanges).filter(({ brokenHttp }) => brokenHttp !== 'refused');
}

/** The exchanges whose requests were sent by clients, not by the emulator itself. */
export function sentByClients<Sent extends { readonly sentByEmulator?: boolean }>(exchanges: readonly Sent[]): Sent[] {
  return exchanges.filter(({ sentByEmulator }) => sentByEmulator !== true);
}

/**
 * The JSON value of a body. Undefined if there is no body, if the body was not kept, or if it is not JSON. A byte order
 * mark is ignored, as the service does.
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
  const [, value] = headers.find(([fieldName]) => isNamed(fieldName, name)) ?? [];
  return value;
}

/** Whether a header has this name. The length is compared first, because most names differ in length. */
export function isNamed(fieldName: string, name: string): boolean {
  return fieldName.length === name.length && fieldName.toLowerCase() === name.toLowerCase();
}

/** Request and status in one line: `GET /api/v1/institutions/me/users?limit=5 200`. */
export function summaryOf(exchange: Pick<Exchange, 'method' | 'path' | 'query' | 'status'>): string {
  return `${exchange.method} ${targetOf(exchange)} ${exchange.status}`;
}

/** The number of fields with this name. @param headers names and values in turn */
export function countFields(headers: readonly string[], name: string): number {
  return headers.filter((text, at) => at % 2 === 0 && isNamed(text, name)).length;
}

/** The header fields in a list of names and values in turn. */
export function headerFields(headers: readonly string[]): HeaderField[] {
  return Array.from({ length: headers.length / 2 }, (_, at): HeaderField => [headers[2 * at]!, headers[2 * at + 1]!]);
}
