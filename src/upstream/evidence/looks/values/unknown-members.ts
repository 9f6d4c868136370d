/** Counts members that the contract does not have. A name is shown only if most objects of its kind have it. */

import { isObject } from '../../../../common/json.js';
import { type BodyPlace, valuesAt } from './body-plan.js';
import type { Evidenced, Finding, SeenExchange } from '../look.js';

/** Objects to which the service may add members. */
const OPEN = ['CredentialMetadata', 'ScoreBreakdown'];

/** Names of unknown members that are counted for each kind of object. */
const MOST_MEMBERS = 1_000;

/** How often objects of a kind have a member that the contract does not know. */
interface UnknownMember {
  readonly first: Evidenced;
  readonly where: string;
  count: number;
}

export class UnknownMembers {
  /** By the kind of object: how many there were, and their unknown members. */
  readonly #kinds = new Map<string, { objects: number; readonly members: Map<string, UnknownMember> }>();

  /** Counts the objects at these places, and what members they have. */
  count(places: readonly BodyPlace[], exchange: SeenExchange): void {
    for (const { path, components, schema } of places) {
      const kind = components.at(-1) ?? `the body of ${exchange.operation!.id}`;
      if (schema.additionalProperties === true || OPEN.includes(kind)) continue;
      const known = this.#kinds.get(kind) ?? { objects: 0, members: new Map<string, UnknownMember>() };
      this.#kinds.set(kind, known);
      for (const value of valuesAt(exchange.response.body, path).filter(isObject)) {
        known.objects++;
        for (const name of Object.keys(value)) {
          if (Object.hasOwn(schema.properties!, name)) continue;
          const member = known.members.get(name);
          if (member !== undefined) member.count++;
          else if (known.members.size < MOST_MEMBERS)
            known.members.set(name, { first: evidenced(exchange), where: exchange.operation!.id, count: 1 });
        }
      }
    }
  }

  *end(): Generator<readonly [Finding, Evidenced]> {
    for (const [kind, { objects, members }] of this.#kinds)
      for (const [name, { first, where, count }] of members) {
        const isShown = /^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(name) && count * 2 > objects;
        const what = isShown ? `member ${name} of ${kind}` : `a member of ${kind} that the contract does not have`;
        for (let at = 0; at < (isShown ? count : 1); at++) yield [{ kind: 'surprise', what, where }, first];
      }
  }
}

function evidenced({ place, order, at }: SeenExchange): Evidenced {
  return { place, order, at };
}
