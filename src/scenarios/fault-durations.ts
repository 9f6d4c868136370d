/** Durations of faults: text in files, milliseconds in faults. */

import { parseDuration } from '../domain/time/duration.js';
import type { Fault } from './fault.js';

/** The members that are durations, by kind of fault. */
const DURATIONS: Readonly<Partial<Record<Fault['kind'], readonly string[]>>> = {
  throttle: ['per'],
  delay: ['fixed', 'from', 'to', 'median'],
  drip: ['every'],
  world: ['after'],
};

/** The fault with its durations in milliseconds; those that came from parameters are already. */
export function toMilliseconds(fault: Fault): Fault {
  const names = DURATIONS[fault.kind];
  if (names === undefined) return fault;
  const members = Object.entries(fault).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    names.includes(name) && typeof value === 'string' ? parseDuration(value) : value,
  ]);
  return Object.fromEntries(members) as unknown as Fault;
}
