/** The classes of faults, the most telling first, as `spec/audit-faults.yaml` lists them. */

import { specDocument } from '../../contract/documents/prepared.js';
import { once } from '../../contract/schema/lazy.js';
import type { Reaction } from './reaction.js';
import { always, type FaultClass, OTHER_DATA } from './fault-class.js';
import { FAULT_FUNCTIONS } from './fault-functions.js';
import { VARIANT } from './variants.js';

/** A row of `spec/audit-faults.yaml`, which describes its members. */
interface Row extends Partial<Omit<FaultClass, 'id' | 'expected'>> {
  readonly id: string;
  readonly like?: string;
  readonly side?: 'kept' | 'none';
  readonly expected?: readonly Reaction[] | FaultClass['expected'];
}

/** All classes: the classes of the file, and the class of variants. */
export const faultClasses = once((): readonly FaultClass[] => {
  const rows = specDocument('audit-faults') as readonly Row[];
  return [...rows.flatMap((row) => classesOf(row, rows)), VARIANT];
});

function classesOf(row: Row, rows: readonly Row[]): FaultClass[] {
  const whole: Row = { ...rows.find(({ id }) => id === row.like), ...row };
  const { like = row.id, side, expected = OTHER_DATA, ...members } = whole;
  const fault = {
    mayHaveArrived: false,
    changesData: false,
    ...members,
    ...FAULT_FUNCTIONS[like],
    ...FAULT_FUNCTIONS[row.id],
    expected: 'read' in expected ? expected : always(expected),
  } as FaultClass;
  return side === undefined ? [fault] : [fault, otherSide(fault, side)];
}

/** A copy of the class with the given effect of a write. A client cannot tell whether the write was carried out. */
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
