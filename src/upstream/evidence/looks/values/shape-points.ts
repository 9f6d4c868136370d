/** Which points single values of responses show. */

import { isLimit, REFUSAL } from '../../../../contract/fidelity/keywords.js';
import type { FidelityPoint } from '../../../../contract/fidelity/point.js';

/** What values look like that the contract's text describes, but no keyword of its schemas. */
export const SHAPES: ReadonlyMap<string, RegExp> = new Map([
  ['InstitutionUser.proposalId:shape', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['ContractId:shape', /^00[0-9a-f]{136}$/],
  ['PartyId:shape', /^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/],
  ['TokenResponse.access_token:shape', /^[\w-]+\.[\w-]+\.[\w~-]+$/],
]);

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
