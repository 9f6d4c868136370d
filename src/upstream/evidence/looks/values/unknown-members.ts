/**
 * Counts members that the contract does not have. A name is shown only if more than one object has it, and most objects
 * of its kind in the same operations. A token response belongs to no person, so one token response is enough.
 */

import { isObject } from '../../../../common/json.js';
import { type BodyPlace, valuesAt } from './body-plan.js';
import type { Finding } from '../look.js';
import { type Evidenced, evidencedOf, type SeenExchange } from '../../../../traffic/seen-exchange.js';

/** Objects to which the service may add members. */
const OPEN = ['CredentialMetadata', 'ScoreBreakdown'];

/** Objects that describe no person. */
const IMPERSONAL = ['Pagination', 'Error', 'BatchItemError'];

/** Names of unknown members that are counted for each kind of object. */
const MOST_MEMBERS = 1_000;

/** How often objects of a kind have a member that the contract does not know. */
interface UnknownMember {
  readonly first: Evidenced;
  /** The operations whose responses have the member. */
  readonly operations: Set<string>;
  /** The first objects that have it. Two that are equal may describe the same person. */
  readonly objects: Set<string>;
  count: number;
}

export class UnknownMembers {
  /** The number of objects in each operation, and their unknown members, by the kind of object. */
  readonly #kinds = new Map<string, { objects: Map<string, number>; members: Map<string, UnknownMember> }>();

  /** Counts the objects at these places, and what members they have. */
  count(places: readonly BodyPlace[], exchange: SeenExchange): void {
    const { id } = exchange.operation!;
    for (const { path, components, schema } of places) {
      const kind = components.at(-1) ?? `the body of ${id}`;
      if (schema.additionalProperties === true || OPEN.includes(kind)) continue;

      const known = this.#kinds.get(kind) ?? {
        objects: new Map<string, number>(),
        members: new Map<string, UnknownMember>(),
      };
      this.#kinds.set(kind, known);
      for (const value of valuesAt(exchange.response.body, path).filter(isObject)) {
        known.objects.set(id, (known.objects.get(id) ?? 0) + 1);
        for (const name of Object.keys(value)) {
          if (Object.hasOwn(schema.properties!, name)) continue;

          const seen = known.members.get(name);
          const member: UnknownMember = seen ?? {
            first: evidencedOf(exchange),
            operations: new Set(),
            objects: new Set(),
            count: 0,
          };
          member.count++;
          member.operations.add(id);
          if (member.objects.size < 2) member.objects.add(JSON.stringify(value));
          if (known.members.size < MOST_MEMBERS) known.members.set(name, member);
        }
      }
    }
  }

  *end(): Generator<readonly [Finding, Evidenced]> {
    for (const [kind, { objects, members }] of this.#kinds)
      for (const [name, { first, operations, objects: shown, count }] of members) {
        const all = [...operations].reduce((sum, id) => sum + objects.get(id)!, 0);
        const isOfPerson = !operations.has('issueToken') && !IMPERSONAL.includes(kind);
        const isCommon = (!isOfPerson || shown.size > 1) && count * 2 > all;
        const isShown = isCommon && /^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(name);
        const what = isShown ? `member ${name} of ${kind}` : `a member of ${kind} that the contract does not have`;

        for (let at = 0; at < (isShown ? count : 1); at++) yield [{ kind: 'surprise', what }, first];
      }
  }
}
