/** How often a client retries a call, as far as an audit has seen it, by kind of call. */

import type { CallKind } from '../expectations/call-kind.js';
import { isSameCall, type PlanEntry } from '../plan/plan.js';

/** A client that retries at all retries once, as long as nothing else is known. */
const LEAST = 1;
/** However often the client retries: its pauses grow. */
const MOST = 4;

export class KnownRetries {
  /** It got over so many failures of one call in a row. */
  readonly #least = new Map<CallKind, number>();
  /** It gives up after so many. */
  readonly #most = new Map<CallKind, number>();

  /** How many retries faults at one call may take together: one more than was seen, until it is known when the client gives up. */
  of(kind: CallKind): number {
    const most = this.#most.get(kind) ?? this.#most.get('read');
    return Math.min(most ?? this.#leastOf(kind) + 1, MOST);
  }

  recoveredFrom(kind: CallKind, retries: number): void {
    this.#least.set(kind, Math.max(this.#leastOf(kind), retries));
  }

  gaveUpAfter(kind: CallKind, retries: number): void {
    this.#most.set(kind, retries);
  }

  /** Records that more failures of one call than so many were too much. */
  atMost(kind: CallKind, retries: number): void {
    this.#most.set(kind, Math.max(1, Math.min(this.of(kind), retries)));
  }

  #leastOf(kind: CallKind): number {
    return this.#least.get(kind) ?? LEAST;
  }
}

/** How many retries the faults at the call of an entry take together. */
export function retriesAt({ call }: PlanEntry, entries: readonly PlanEntry[]): number {
  return entries.reduce((sum, each) => (isSameCall(each.call, call) ? sum + each.fault.retries : sum), 0);
}
