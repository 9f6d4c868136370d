/** Which reactions are right: the table of the classes, and what a file says otherwise. */

import type { Reaction } from '../reaction.js';
import type { CallKind } from './call-kind.js';
import type { FaultClass } from './fault-class.js';

/** The right reactions to a class of faults at a kind of call. */
export type Expectations = (fault: FaultClass, kind: CallKind) => readonly Reaction[];

export const EXPECTED: Expectations = ({ expected }, kind) => expected[kind];
