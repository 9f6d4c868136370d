/** What all answers of a run show of the points that speak of what values can be. */

import type { Contract } from '../../contract/contract.js';
import { isLimit, PLAIN_VALUES, REFUSAL } from '../../contract/fidelity/keywords.js';
import { walkValue } from '../../contract/schema-walk.js';
import type { FidelityPoint } from '../../contract/fidelity/point.js';
import { departuresOf } from '../departures.js';
import { isSuccess, type Exchange } from '../exchange.js';
import { formOf, kindOf } from '../shown-value.js';
import { statusInContract } from '../success-status.js';

export interface SeenShape {
  /** What values are like that the point speaks of. */
  readonly values: Set<string>;
  /** Where answers break it. */
  readonly wrong: Set<string>;
  /** The answers that have such values. */
  readonly exchanges: Set<Exchange>;
}

/** Whether the point speaks of what values of answers can be. */
export function isShape({ about }: FidelityPoint): boolean {
  return about === 'values' || about === PLAIN_VALUES || (isLimit(about) && about !== REFUSAL && about !== 'default');
}

/** By the ID of the point; those that no answer has anything of are absent. */
export function surveyShapes(contract: Contract, exchanges: readonly Exchange[]): ReadonlyMap<string, SeenShape> {
  const survey = new Map<string, SeenShape>();
  const shapeOf = ({ id }: FidelityPoint, exchange: Exchange): SeenShape => {
    const known = survey.get(id) ?? { values: new Set(), wrong: new Set(), exchanges: new Set() };
    survey.set(id, known);
    known.exchanges.add(exchange);
    return known;
  };
  const plain = contract.fidelity().points.find(({ about }) => about === PLAIN_VALUES);
  for (const exchange of exchanges) {
    for (const { point, what } of departuresOf(contract, exchange))
      if (point !== undefined && isShape(point)) shapeOf(point, exchange).wrong.add(what);
    if (plain !== undefined && isSuccess(exchange)) shapeOf(plain, exchange);
    visitPoints(contract, exchange, (point, value) => shapeOf(point, exchange).values.add(shown(point, value)));
  }
  return survey;
}

function visitPoints(
  contract: Contract,
  { operation, status, body }: Exchange,
  visit: (point: FidelityPoint, value: unknown) => void,
): void {
  const schema = contract.operations
    .get(operation)
    ?.responses.get(statusInContract(contract, { operation, status }))?.schema;
  if (schema === undefined || body === undefined) return;
  const { at, chain } = contract.fidelity();
  walkValue(chain, schema, body, (place, value) => {
    for (const point of at(place)) if (isShape(point)) visit(point, value);
  });
}

function shown({ about }: FidelityPoint, value: unknown): string {
  return about === 'format' && typeof value === 'string' ? formOf(value) : kindOf(value, about === 'values');
}
