/**
 * Counts members that the contract does not have. A member's name could be personal data, such as a user's name. So it
 * is shown only if more than one object has it, and most objects of its kind in the operations that have it. A token
 * response belongs to no person, so one such response is enough.
 */

import { isObject, type Json } from '../../../../common/json.js';
import { type BodyPlace, valuesAt } from './body-plan.js';
import type { Finding, Remark } from '../look.js';
import type { SeenExchange } from '../../../../traffic/seen-exchange.js';

/** Components to which the service may add members. */
const OPEN = ['CredentialMetadata', 'ScoreBreakdown'];

/** Components that describe no person. */
const IMPERSONAL = ['Pagination', 'Error', 'BatchItemError'];

/** The most names of unknown members that are counted for each kind of object. */
const MOST_MEMBERS = 1_000;

/** How often objects of a kind have a member that the contract does not know. */
interface UnknownMember {
  /** The operations whose responses have the member. */
  readonly operations: Set<string>;
  /**
   * The first objects that have the member, at most two. Equal objects count once, because they may describe one
   * person.
   */
  readonly objects: Set<string>;
  count: number;
}

/** What is counted for one kind of object: a component of the contract, or the body of an operation. */
interface ObjectKind {
  readonly name: string;
  /** The number of objects in each operation. */
  readonly objects: Map<string, number>;
  /** The unknown members of the objects, by name. */
  readonly members: Map<string, UnknownMember>;
}

/** Counts unknown members across all exchanges. */
export class UnknownMembers {
  readonly #kinds = new Map<string, ObjectKind>();

  /** Counts the unknown members of the objects at these places. */
  *see(places: readonly BodyPlace[], { operation, response: { body } }: SeenExchange): Generator<Finding> {
    const { id } = operation!;
    for (const { path, components, schema } of places) {
      const name = components.at(-1) ?? `the body of ${id}`;
      if (schema.additionalProperties === true || OPEN.includes(name)) continue;

      const kind = this.#kinds.get(name) ?? { name, objects: new Map<string, number>(), members: new Map() };
      this.#kinds.set(name, kind);
      for (const object of valuesAt(body, path).filter(isObject)) {
        kind.objects.set(id, (kind.objects.get(id) ?? 0) + 1);
        const unknown = Object.keys(object).filter((member) => !Object.hasOwn(schema.properties!, member));
        for (const member of unknown) yield* countMember(kind, member, object, id);
      }
    }
  }
}

/** Counts a member. When it is first seen, yields the finding that is decided after the last exchange. */
function* countMember(kind: ObjectKind, name: string, object: Json, operation: string): Generator<Finding> {
  const existing = kind.members.get(name);
  if (existing === undefined && kind.members.size >= MOST_MEMBERS) return;

  const member: UnknownMember = existing ?? { operations: new Set(), objects: new Set(), count: 0 };
  member.count++;
  member.operations.add(operation);
  if (member.objects.size < 2) member.objects.add(JSON.stringify(object));
  kind.members.set(name, member);
  if (existing === undefined) yield () => surpriseOf(kind, name, member);
}

/** The remark on a member, after all objects were seen. It names the member only if the name tells nobody's data. */
function surpriseOf(kind: ObjectKind, name: string, { operations, objects, count }: UnknownMember): Remark {
  let objectCount = 0;
  for (const operation of operations) objectCount += kind.objects.get(operation)!;

  const isOfPerson = !operations.has('issueToken') && !IMPERSONAL.includes(kind.name);
  // A member of most objects is no accident, and no value of one person.
  const isCommon = (!isOfPerson || objects.size > 1) && count * 2 > objectCount;
  // A long name, or one with other characters, may be data.
  const isShown = isCommon && /^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(name);
  const hidden = `a member of ${kind.name} that the contract does not have`;
  const what = isShown ? `member ${name} of ${kind.name}` : hidden;

  return { kind: 'surprise', what, count: isShown ? count : 1 };
}
