/** An answer before it is written. */

import type { PlainResponse } from '../contract/response.js';
import type { ConnectionFault } from '../scenarios/fault.js';

export interface ServiceResponse extends PlainResponse {
  /** Sent instead of the body as JSON. */
  readonly text?: string;
  /** How the answer is sent, where that is not at once and whole. */
  readonly delivery?: Delivery;
  readonly variantPoint?: ReachedPoint;
  /** Whether it is the emulator's own, about a header that the service does not have, and no contract speaks of it. */
  readonly isOurs?: true;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with a JSON body. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body };
}

/** 204 No Content. */
export function emptyResponse(): ServiceResponse {
  return { status: 204, headers: {} };
}

export interface Delivery {
  readonly beforeHeaders: number;
  readonly beforeBody: number;
  /** The body in pieces of so many bytes, with a pause after each. */
  readonly drip?: { readonly bytes: number; readonly every: number };
  readonly end?: ConnectionFault['end'];
  /** After how many bytes of the body the end comes; half of them where absent. */
  readonly endAfter?: number;
}

export const AT_ONCE: Delivery = { beforeHeaders: 0, beforeBody: 0 };

/** That an answer is what the contract says at a point with variants: where one is chosen, something else takes its place. */
export interface ReachedPoint {
  /** The point's name. */
  readonly point: string;
  /** The ID of the party that was asked for, where the point is about one. */
  readonly subject?: string;
}

/** The body of a response as it goes over the wire. */
export interface Content {
  readonly text: string;
  /** How many bytes it has in UTF-8. */
  readonly length: number;
  /** The bytes themselves: of content that is sent again and again, and of what is not ASCII, which a socket would encode more slowly. */
  readonly bytes?: Buffer;
}
