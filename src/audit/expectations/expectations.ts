/**
 * Which reactions of a client are right. A class of faults is one way in which a call fails, such as `throttled`. Each
 * class lists the right reactions, and a file of the user may replace its list.
 */

import { compileSchema, readOfShape } from '../../contract/documents/check-document.js';
import { REACTIONS, WITHOUT_ACCUSATION } from './reaction.js';
import type { CallKind, Reaction } from '../audit-types.js';
import { CALL_KINDS, type FaultClass } from './fault-class.js';
import { faultClasses } from './fault-classes.js';

/** The right reactions to a class of faults at a kind of call. */
export type Expectations = (fault: FaultClass, kind: CallKind) => readonly Reaction[];

/** The reactions that the classes of faults list. */
export const EXPECTED: Expectations = ({ expected }, kind) => expected[kind];

/** The right reactions by class: one list for all kinds of calls, or a list for each kind. */
type ExpectationsFile = Readonly<
  Record<string, readonly Reaction[] | Readonly<Partial<Record<CallKind, readonly Reaction[]>>>>
>;

const REACTION_LIST = { type: 'array', minItems: 1, items: { enum: REACTIONS } };

/** The schema of an object that may have these members, each with the same schema. */
function objectOf(names: readonly string[], schema: object): object {
  const properties = Object.fromEntries(names.map((name) => [name, schema]));
  return { type: 'object', additionalProperties: false, properties };
}

/**
 * Reads a file such as `bad-gateway: { request: [recovered, gave up] }`. Classes and kinds of calls that the file does
 * not name keep their reactions.
 * @throws DocumentError with every mistake
 */
export function readExpectations(file: string): Expectations {
  const classes = faultClasses().map(({ id }) => id);
  const ofClass = { if: { type: 'array' }, then: REACTION_LIST, else: objectOf(CALL_KINDS, REACTION_LIST) };
  const changed = readOfShape(file, compileSchema(objectOf(classes, ofClass))).data as ExpectationsFile;

  return (fault, kind) => {
    const reactions = changed[fault.id];
    const reactionsAtKind = isList(reactions) ? reactions : reactions?.[kind];
    return reactionsAtKind ?? fault.expected[kind];
  };
}

/** `Array.isArray` alone does not tell the compiler that the other type is no read-only list. */
function isList(reactions: ExpectationsFile[string] | undefined): reactions is readonly Reaction[] {
  return Array.isArray(reactions);
}

/** Makes the function that tells whether a reaction is right, or accuses nobody. */
export function rightIn(expectations: Expectations) {
  return (
    { fault, kind }: { readonly fault: FaultClass; readonly kind: CallKind },
    { reaction }: { readonly reaction: Reaction },
  ): boolean => WITHOUT_ACCUSATION.has(reaction) || expectations(fault, kind).includes(reaction);
}
