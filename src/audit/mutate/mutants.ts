/** The mutants of a run: each changes one place in every response of an operation, within the contract. */

import {
  type AllowedChange,
  allowedChanges,
  requiredPlaces,
  withChanges,
} from '../../contract/schema/allowed-changes.js';
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
  const texts = (some: readonly Mutant[]): string => some.map(mutantText).join(' ');
  const missing = mutants.filter(({ kind }) => kind === 'missing');
  return missing.length > 0
    ? `missing-members;members="${texts(missing).replaceAll(':missing', '')}"`
    : `other-values;changes="${texts(mutants)}"`;
}

/** Whether a place is `outer`, or lies inside `outer`. */
export function isWithin(place: string, outer: string): boolean {
  return place === outer || outer === '' || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`);
}

/** Matches places that can be written in the text of a mutant. Other places are rare, and are not changed. */
const WRITABLE = /^[^\s,:"\\]*$/;

/** The mutants of the successful responses, by operation in the order of the contract. */
export function mutantsOf(exchanges: readonly Exchange[], contract: Contract): Mutant[] {
  const lists: readonly string[] = operationsInSet('lists', contract.operations.values());
  return [...contract.operations.values()].flatMap((operation) => {
    const bodies = exchanges.filter((exchange) => exchange.operation === operation.id && exchange.status < 300);
    const found = new Map<string, Mutant>();
    for (const { status, response } of bodies) {
      const body = jsonOf(response.body);
      if (body === undefined) continue;

      const changes = [
        ...changesOf(operation, status, body, contract),
        ...(lists.includes(operation.id) ? smallerPage(body) : []),
      ];

      for (const { place, kind } of changes) {
        const mutant = { operation: operation.id, place, kind };
        const text = mutantText(mutant);
        if (found.has(text) || !WRITABLE.test(place)) continue;

        if (kind === 'missing' || isValid(operation, { status, body }, { place, kind }, contract))
          found.set(text, mutant);
      }
    }

    return [...found.values()];
  });
}

/** The changes that the contract allows, and the members that it requires, which may be missing. */
function changesOf(
  operation: Operation,
  status: number,
  body: unknown,
  { document }: Contract,
): Omit<Mutant, 'operation'>[] {
  const schema = operation.responses.get(status)?.schema;
  if (schema === undefined) return [];

  const missing = requiredPlaces(document, schema, body).map((place) => ({ place, kind: 'missing' }) as const);

  return [...allowedChanges(document, schema, body), ...missing];
}

/** The change of a page: its first list is shorter. */
function smallerPage(body: unknown): AllowedChange[] {
  const [place] = Object.entries(body as object).find(([, value]) => Array.isArray(value) && value.length > 1) ?? [];
  return place === undefined ? [] : [{ place, kind: 'smaller-page' }];
}

/** Whether the contract allows the change. A redacted body may be invalid already: then every change is allowed. */
function isValid(
  operation: Operation,
  { status, body }: { readonly status: number; readonly body: unknown },
  change: AllowedChange,
  { document }: Contract,
): boolean {
  const { schema, validateBody } = operation.responses.get(status)!;
  if (schema === undefined || validateBody === undefined || !validateBody(body)) return true;
  return validateBody(withChanges(document, schema, body, [change]));
}
