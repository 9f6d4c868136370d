/** An answer that will be given again: frozen to its depth, written once, and checked once. */

import type { Operation } from '../contract/operation.js';
import { responseViolations } from '../contract/response.js';
import type { Violation } from '../contract/violation.js';
import type { Answer } from './answer.js';
import type { Content } from './content.js';

export class LastingAnswer implements Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly content: Content;
  /**
   * The operations whose contract it has been found to keep. That is not to skip the check: neither it nor the contract
   * can change, so the check has been made, and faults that want another answer make another object.
   */
  readonly #kept = new WeakSet<Operation>();

  constructor({ status, headers, body }: Answer) {
    this.status = status;
    this.headers = frozen(headers);
    this.body = frozen(body);
    const text = JSON.stringify(body);
    const bytes = Buffer.from(text);
    this.content = { text, length: bytes.length, bytes };
    Object.freeze(this);
  }

  /** Everything in which it departs from the contract. */
  violations(operation: Operation): Violation[] {
    if (this.#kept.has(operation)) return [];
    const violations = responseViolations(operation, this);
    if (violations.length === 0) this.#kept.add(operation);
    return violations;
  }
}

/** The value, of which no part can be changed any more. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
