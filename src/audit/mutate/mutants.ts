/**
 * The mutants of a command. A mutant is a change of one place in every response of an operation, within the contract:
 * `getUsers:items[].email:null`. If no test fails, no test reads that place.
 */

import { allowedChanges, requiredPlaces, withChanges } from '../../contract/schema/allowed-changes.js';
import type { AllowedChange } from '../../contract/schema/allowed-changes.js';
import type { Contract } from '../../contract/contract.js';
import { operationsInSet } from '../../contract/operation-sets.js';
import type { Operation } from '../../contract/operation.js';
import { jsonOf, type Exchange } from '../../emulator/journal/exchange.js';
import type { Mutant } from '../audit-types.js';

/** The text of a mutant for the scenario `other-values`, such as `getUsers:items[].email:null`. */
export function mutantText({ operation, place, kind }: Mutant): string {
  return `${operation}:${place}:${kind}`;
}

/** The selection of the scenario that makes these changes. */
export function selectionOf(mutants: readonly Mutant[]): string {
  const missing = mutants.filter(({ kind }) => kind === 'missing');
  if (missing.length === 0) return `other-values;changes="${mutants.map(mutantText).join(' ')}"`;

  const members = missing.map(({ operation, place }) => `${operation}:${place}`);
  return `missing-members;members="${members.join(' ')}"`;
}

/** Whether a place is `outer`, or lies inside `outer`. */
export function isWithin(place: string, outer: string): boolean {
  return place === outer || outer === '' || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`);
}

/** Matches places that can be written in the text of a mutant. Other places are rare, and are not changed. */
const WRITABLE = /^[^\s,:"\\]*$/;

/** A response as the client got it, with its body as JSON. */
type SeenResponse = Readonly<{ operation: Operation; status: number; body: unknown }>;

/** The mutants of the successful responses, by operation in the order of the contract. */
export function mutantsOf(exchanges: readonly Exchange[], contract: Contract): Mutant[] {
  const lists: readonly string[] = operationsInSet('lists', contract.operations.values());

  return [...contract.operations.values()].flatMap((operation) => {
    const { id } = operation;
    const successful = exchanges.filter((exchange) => exchange.operation === id && exchange.status < 300);
    const found = new Map<string, Mutant>();

    for (const { status, response } of successful) {
      const body = jsonOf(response.body);
      if (body === undefined) continue;

      const seen = { operation, status, body };
      // Only a list may have fewer items on a page.
      const ofPage = lists.includes(id) ? smallerPage(body) : [];
      for (const { place, kind } of [...changesOf(seen, contract), ...ofPage]) {
        const mutant = { operation: id, place, kind };
        const text = mutantText(mutant);
        if (found.has(text) || !WRITABLE.test(place)) continue;

        // A required member may not be missing by the contract. Those mutants show what a client demands.
        if (kind === 'missing' || isValid(seen, { place, kind }, contract)) found.set(text, mutant);
      }
    }

    return [...found.values()];
  });
}

/** The changes that the contract allows, and the members that it requires, which may be missing. */
function changesOf({ operation, status, body }: SeenResponse, { document }: Contract): Omit<Mutant, 'operation'>[] {
  const schema = operation.responses.get(status)?.schema;
  if (schema === undefined) return [];

  const missing = requiredPlaces(document, schema, body).map((place) => ({ place, kind: 'missing' }) as const);

  return [...allowedChanges(document, schema, body), ...missing];
}

/** The change that makes the first list of a page shorter; none if the list has a single item. */
function smallerPage(body: unknown): AllowedChange[] {
  const [place] = Object.entries(body as object).find(([, value]) => Array.isArray(value) && value.length > 1) ?? [];
  return place === undefined ? [] : [{ place, kind: 'smaller-page' }];
}

/** Whether the contract allows the change. A redacted body may be invalid already: then every change is allowed. */
function isValid(seen: SeenResponse, change: AllowedChange, { document }: Contract): boolean {
  const { operation, status, body } = seen;
  const { schema, validateBody } = operation.responses.get(status)!;
  if (schema === undefined || validateBody === undefined || !validateBody(body)) return true;

  return validateBody(withChanges(document, schema, body, [change]));
}
