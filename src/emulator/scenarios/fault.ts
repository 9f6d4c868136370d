/**
 * Faults: what a scenario decides for a call. A fault is a plain value, whose type the build makes from the schema of
 * scenario files; `service/faults/` performs each kind in a file of its own. Times are in milliseconds; scenario files
 * write them as durations (`PT2S`, `250ms`).
 */

import { parseDuration } from '../domain/time/duration.js';
import { DURATIONS, type Fault } from './fault-types.js';

export type * from './fault-types.js';

export type FaultKind = Fault['kind'];

/** The faults that take the place of the operation. */
const REPLACING: ReadonlySet<FaultKind> = new Set(['answer', 'token', 'throttle']);

/** Whether faults of this kind take the place of the operation. */
export function isReplacing(kind: FaultKind): boolean {
  return REPLACING.has(kind);
}

/** The kinds of which a response can have only one: there is one body, one pace and one end of the connection. */
export const EXCLUSIVE_KINDS: readonly FaultKind[] = ['body', 'drip', 'connection', 'hold', 'page', 'lifetime'];

/** Converts the durations of a fault to milliseconds. Those of parameters are numbers already. */
export function toMilliseconds(fault: Fault): Fault {
  const names = DURATIONS[fault.kind];
  if (names === undefined) return fault;

  const members = Object.entries(fault).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    names.includes(name) && typeof value === 'string' ? parseDuration(value) : value,
  ]);
  return Object.fromEntries(members) as unknown as Fault;
}
