/**
 * Counts members that the contract does not have. A name is shown only if more than one object has it, and most objects
 * of its kind in the same operations. A token response belongs to no person, so one token response is enough.
 */

import { isObject, type Json } from '../../../../common/json.js';
import { type BodyPlace, valuesAt } from './body-plan.js';
import type { Finding } from '../look.js';
import type { SeenExchange } from '../../../../traffic/seen-exchange.js';

/** Objects to which the service may add members. */
const OPEN = ['CredentialMetadata', 'ScoreBreakdown'];

/** Objects that describe no person. */
const IMPERSONAL = ['Pagination', 'Error', 'BatchItemError'];

/** Names of unknown members that are counted for each kind of object. */
const MOST_MEMBERS = 1_000;

/** How often objects of a kind have a member that the contract does not know. */
interface UnknownMember {
  /** The operations whose responses have the member. */
  readonly operations: Set<string>;
  /** The first objects that have it. Two that are equal may describe the same person. */
  readonly objects: Set<string>;
  count: number;
}

/** The objects of a kind. */
interface Kind {
  /** Their number in each operation. */
  readonly objects: Map<string, number>;
  /** Their unknown members, by name. */
  readonly members: Map<string, UnknownMember>;
}

export class UnknownMembers {
  readonly #kinds = new Map<string, Kind>();

  /** The members of the objects at these places that the contract does not have. */
  *see(places: readonly BodyPlace[], { operation, response: { body } }: SeenExchange): Generator<Finding> {
    const { id } = operation!;
    for (const { path, components, schema } of places) {
      const name = components.at(-1) ?? `the body of ${id}`;
      if (schema.additionalProperties === true || OPEN.includes(name)) continue;

      const kind = this.#kinds.get(name) ?? { objects: new Map<string, number>(), members: new Map() };
      this.#kinds.set(name, kind);
      for (const object of valuesAt(body, path).filter(isObject)) {
        kind.objects.set(id, (kind.objects.get(id) ?? 0) + 1);
        const unknown = Object.keys(object).filter((member) => !Object.hasOwn(schema.properties!, member));
        for (const member of unknown) yield* countMember(kind, member, object, { id, kindName: name });
      }
    }
  }
}

function* countMember(
  kind: Kind,
  name: string,
  object: Json,
  { id, kindName }: { readonly id: string; readonly kindName: string },
): Generator<Finding> {
  const known = kind.members.get(name);
  if (known === undefined && kind.members.size >= MOST_MEMBERS) return;

  const member: UnknownMember = known ?? { operations: new Set(), objects: new Set(), count: 0 };
  member.count++;
  member.operations.add(id);
  if (member.objects.size < 2) member.objects.add(JSON.stringify(object));
  kind.members.set(name, member);
  if (known !== undefined) return;

  yield () => {
    const all = [...member.operations].reduce((sum, operation) => sum + kind.objects.get(operation)!, 0);
    const isOfPerson = !member.operations.has('issueToken') && !IMPERSONAL.includes(kindName);
    const isCommon = (!isOfPerson || member.objects.size > 1) && member.count * 2 > all;
    const isShown = isCommon && /^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(name);
    const hidden = `a member of ${kindName} that the contract does not have`;
    const what = isShown ? `member ${name} of ${kindName}` : hidden;

    return { kind: 'surprise', what, count: isShown ? member.count : 1 };
  };
}
