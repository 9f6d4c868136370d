/** Which points single values of responses show. */

import type { Contract } from '../../../../contract/contract.js';
import { isLimit, PLAIN_VALUES, REFUSAL } from '../../../../contract/fidelity/keywords.js';
import type { FidelityPoint } from '../../../../contract/fidelity/point.js';
import { placesIn } from './body-plan.js';

/** What values look like that the contract's text describes, but no keyword of its schemas. */
export const SHAPES: ReadonlyMap<string, RegExp> = new Map([
  ['InstitutionUser.proposalId:shape', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['ContractId:shape', /^00[0-9a-f]{136}$/],
  ['PartyId:shape', /^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/],
  ['TokenResponse.access_token:shape', /^[\w-]+\.[\w-]+\.[\w~-]+$/],
]);

/** The points about values of responses, in the order of the contract. */
export function shapePoints(contract: Contract): readonly FidelityPoint[] {
  const responses = [...contract.operations.values()].flatMap((operation) => [...operation.responses.values()]);
  const places = responses.flatMap(({ schema }) => (schema === undefined ? [] : placesIn(contract, schema)));
  const ids = new Set(places.flatMap(({ points }) => points.map(({ id }) => id)));
  return contract
    .fidelity()
    .points.filter(({ id, about }) => about === PLAIN_VALUES || (isShape(about) && ids.has(id)));
}

function isShape(about: string | undefined): boolean {
  return about === 'values' || (isLimit(about) && about !== REFUSAL && about !== 'default');
}

/** Whether single values show the point. Forms of times and addresses have looks of their own. */
export function isOfValue({ id, about }: FidelityPoint): boolean {
  return SHAPES.has(id) || (isShape(about) && about !== 'format');
}

/** Whether the point only says that there is such a member, which the specification does not show. */
export function isOfMember({ about, basis, variants }: FidelityPoint, path: readonly string[]): boolean {
  return about === undefined && basis !== 'specified' && variants === undefined && path.length > 0;
}
