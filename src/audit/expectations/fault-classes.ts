/** The classes of faults, the most telling first, as `spec/audit-faults.yaml` lists them. */

import { specDocument } from '../../contract/documents/prepared.js';
import { once } from '../../contract/schema/lazy.js';
import type { FaultRow } from '../audit-types.js';
import { forAllKinds, type FaultClass, OTHER_DATA } from './fault-class.js';
import { FAULT_FUNCTIONS, leftOutOf } from './fault-functions.js';

/** All classes. */
export const faultClasses = once((): readonly FaultClass[] => {
  const rows = specDocument('audit-faults') as readonly FaultRow[];
  return rows.flatMap((row) => classesOf(row, rows));
});

/**
 * The class that begins like this one, and lasts; undefined if there is none. A second fault begins like the class
 * after which it comes. Any other class without `beginsLike` begins like itself.
 */
export function lastingLike({ id, after = id, beginsLike = after }: FaultClass): FaultClass | undefined {
  return faultClasses().find((other) => other.lasts === true && other.beginsLike === beginsLike);
}

function classesOf(row: FaultRow, rows: readonly FaultRow[]): FaultClass[] {
  const whole: FaultRow = { ...rows.find(({ id }) => id === row.like), ...row };
  const { like = row.id, side, expected = OTHER_DATA, ...members } = whole;
  const fault = {
    mayHaveArrived: false,
    changesData: false,
    ...members,
    leftOut: leftOutOf(whole),
    // The class has the functions of the class that it is like, unless it has its own.
    ...FAULT_FUNCTIONS[like],
    ...FAULT_FUNCTIONS[row.id],
    expected: 'read' in expected ? expected : forAllKinds(expected),
  } as FaultClass;

  return side === undefined ? [fault] : [fault, otherSide(fault, side)];
}

/**
 * A copy of the class with the given effect of a write: `kept` if the write was carried out before the fault. A client
 * cannot see the difference, so both classes are tried.
 */
function otherSide(fault: FaultClass, effect: 'kept' | 'none'): FaultClass {
  const side = effect === 'kept' ? 'after' : 'before';
  return {
    ...fault,
    id: `${fault.id}-${side}`,
    title: `${fault.title} ${side}`,
    summary: `${fault.summary}, ${side} the write was carried out`,
    selection: `${fault.selection as string};effect=${effect}`,
    kinds: ['link', 'request'],
    beginsLike: fault.id,
  };
}
