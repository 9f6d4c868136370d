/** One exchange of a recording. Members that the recording does not contain are absent. */

import { membersOf } from '../common/json.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import type { RecordedSandbox } from '../emulator/journal/har.js';

/**
 * The reasons why an exchange is left out, the most important first:
 * - foreign: its host or path is not one of the service
 * - duplicate: another file has it, too
 * - aborted: the client received no whole response
 * - cached: no server sent the response
 * - cut: the recording lacks a body, or a part of one
 * - unreadable: the entry is no exchange
 */
export const LEFT_OUT = ['foreign', 'duplicate', 'aborted', 'cached', 'cut', 'unreadable'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The place of an exchange: the number of its file, and its number in the file, both from 1. */
export interface Place {
  readonly file: number;
  readonly entry: number;
}

/** A request and its response in plain parts. Names of headers are in lower case. */
export interface RecordedExchange {
  /** In upper case. */
  readonly method: string;
  /** An address, or a path with its query if the recording names no address. */
  readonly url: string;
  readonly status: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly requestBody: Buffer;
  readonly responseBody: Buffer;
  /** Whether another program exported the recording, and may have removed headers. Default: no. */
  readonly isExported?: boolean;
  /** Whether the response had a body, but the recording has nothing of it. Default: false. */
  readonly isWithoutBody?: boolean;
  /** Whether an exporter has removed headers of the response. Default: no header is known to be removed. */
  readonly lacksHeaders?: boolean;
  /** Why the exchange is left out although it is one with the service. Default: it is not left out. */
  readonly leftOut?: LeftOut;
  /**
   * Whether the recorded time is a whole second, as in recordings without milliseconds. Default: it is not, or the
   * recording has no time.
   */
  readonly isWholeSecond?: boolean;
  /** When the request was sent, in milliseconds since 1970. */
  readonly sent?: number;
  /** When the response was complete, in milliseconds since 1970. */
  readonly ended?: number;
  /** The name of the connection that carried the exchange, as the recording writes it. */
  readonly connection?: string;
  /** The version of HTTP, as the recording writes it: `HTTP/1.1`, `h2`. */
  readonly httpVersion?: string;
  /** The exchange in the emulator's own form, if an emulator recorded it. */
  readonly own?: Exchange;
  /** The sandbox of that emulator, if the recording names it beside each exchange. */
  readonly sandbox?: RecordedSandbox;
}

/** The exchange of an entry, or the reason why the entry cannot be used. */
export type ReadEntry = RecordedExchange | LeftOut;

/**
 * Headers by their names in lower case; repeated ones are joined (RFC 9110 section 5.3).
 * @param fields pairs, or objects with name and value
 */
export function headersOf(fields: unknown): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();

  for (const field of Array.isArray(fields) ? (fields as unknown[]) : []) {
    const { name, value } = membersOf(field);
    const [fieldName, text] = Array.isArray(field) ? (field as unknown[]) : [name, value];
    if (typeof fieldName !== 'string' || typeof text !== 'string') continue;

    const earlier = headers.get(fieldName.toLowerCase());
    headers.set(fieldName.toLowerCase(), earlier === undefined ? text : `${earlier}, ${text}`);
  }

  return Object.fromEntries(headers);
}
