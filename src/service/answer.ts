/** An answer before it is written. */

import type { PlainResponse } from '../contract/response.js';
import type { Delivery } from './delivery.js';
import type { Situation } from './situation.js';

export interface Answer extends PlainResponse {
  /** Sent instead of the body as JSON. */
  readonly text?: string;
  /** How the answer is sent, where that is not at once and whole. */
  readonly delivery?: Delivery;
  readonly situation?: Situation;
  /** Whether it is the emulator's own, about a header that the service does not have, and no contract speaks of it. */
  readonly isOurs?: true;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body };
}

/** 204 No Content. */
export function emptyAnswer(): Answer {
  return { status: 204, headers: {} };
}
