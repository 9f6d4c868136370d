/**
 * Faults: what a scenario decides for a call, such as an error response or a delay. A fault is plain data. The build
 * makes its type from the schema of scenario files, and `service/faults/` performs it. Times are in milliseconds, but
 * scenario files write them as durations (`PT2S`, `250ms`).
 */

import { parseDuration } from '../domain/time/duration.js';
import { DURATIONS } from './fault-durations.js';
import type { Fault } from './fault-types.js';

export type * from './fault-types.js';

export type FaultKind = Fault['kind'];

/** The kinds of fault that replace the operation: the service sends another response instead of performing it. */
const REPLACING: ReadonlySet<FaultKind> = new Set(['answer', 'token', 'throttle']);

/** Whether faults of this kind replace the operation. */
export function isReplacing(kind: FaultKind): boolean {
  return REPLACING.has(kind);
}

/** A response can have at most one fault of each of these kinds: a response has one body, one pace and one end. */
export const EXCLUSIVE_KINDS: readonly FaultKind[] = ['body', 'drip', 'connection', 'hold', 'page', 'lifetime'];

/** Converts the durations of a fault to milliseconds. Durations from parameters are numbers already. */
export function toMilliseconds(fault: Fault): Fault {
  const names: readonly string[] = DURATIONS[fault.kind];
  const members = Object.entries(fault).map(([name, value]: [string, unknown]) => {
    const isText = names.includes(name) && typeof value === 'string';
    return [name, isText ? parseDuration(value) : value] as const;
  });
  return Object.fromEntries(members) as unknown as Fault;
}
