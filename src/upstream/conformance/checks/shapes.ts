/** Checks of values: enumerations, formats and ranges of the contract, validated against all responses of the run. */

import type { Contract } from '../../../contract/contract.js';
import { isLimit, PLAIN_VALUES, REFUSAL } from '../../../contract/fidelity/keywords.js';
import type { FidelityPoint } from '../../../contract/fidelity/point.js';
import { walkSchema, walkValue } from '../../../contract/schema/schema-walk.js';
import { type Check, type CheckGroup, holdsIf, unseen } from '../check.js';
import { contractViolations, statusInContract } from '../contract-violations.js';
import { type ServiceExchange, isSuccess } from '../exchange.js';
import { formOf, kindOf } from '../describe-value.js';

/** The most values of a point that a report shows. */
const MOST_SHOWN = 20;

/** Sends no requests. */
export function shapes(contract: Contract): CheckGroup {
  const places = placesOfResponses(contract);
  const points = contract
    .fidelity()
    .points.filter((known) => isShape(known) && (known.where === '' || places.has(known.where)));
  // The group belongs to one run, and runs after all groups that send requests.
  let survey: ReadonlyMap<string, SeenShape> | undefined;
  const checkOf = ({ id, subject }: FidelityPoint): Check => ({
    id: `shapes.${id}`,
    title: `${subject} match the contract`,
    point: id,
    run: (service) => {
      survey ??= surveyShapes(contract, service.exchanges);
      const seen = survey.get(id);
      if (seen === undefined) return unseen('no response contains such a value');
      service.markUsed(seen.exchanges);
      const values = [...seen.values].sort();
      return holdsIf(seen.wrong.size === 0, [...seen.wrong].join('; '), ...values.slice(0, MOST_SHOWN));
    },
  });
  return { name: 'shapes', title: 'values in all responses', checks: points.map(checkOf) };
}

/** JSON pointers to the places with notes inside the schemas of responses. */
function placesOfResponses(contract: Contract): ReadonlySet<string> {
  const { at, chain } = contract.fidelity();
  const places = new Set<string>();
  for (const { responses } of contract.operations.values())
    for (const { schema } of responses.values()) {
      if (schema === undefined) continue;
      walkSchema(chain, schema, (place) => {
        for (const { where } of at(place)) places.add(where);
      });
    }
  return places;
}

/** What responses show of one point. */
interface SeenShape {
  /** Descriptions of the values. */
  readonly values: Set<string>;
  /** Descriptions of the violations. */
  readonly wrong: Set<string>;
  /** The exchanges whose responses have such values. */
  readonly exchanges: Set<ServiceExchange>;
}

/** Whether the point limits the values of responses. */
function isShape({ about }: FidelityPoint): boolean {
  return about === 'values' || about === PLAIN_VALUES || (isLimit(about) && about !== REFUSAL && about !== 'default');
}

/** Collects by the ID of a point what responses show. A point that no response shows is absent. */
function surveyShapes(contract: Contract, exchanges: readonly ServiceExchange[]): ReadonlyMap<string, SeenShape> {
  const survey = new Map<string, SeenShape>();
  const shapeOf = ({ id }: FidelityPoint, exchange: ServiceExchange): SeenShape => {
    const known = survey.get(id) ?? { values: new Set(), wrong: new Set(), exchanges: new Set() };
    survey.set(id, known);
    known.exchanges.add(exchange);
    return known;
  };
  const { at, chain, points } = contract.fidelity();
  const plain = points.find(({ about }) => about === PLAIN_VALUES);
  for (const exchange of exchanges) {
    for (const { point: about, description } of contractViolations(contract, exchange))
      if (about !== undefined && isShape(about)) shapeOf(about, exchange).wrong.add(description);
    if (plain !== undefined && isSuccess(exchange)) shapeOf(plain, exchange);
    const { operation, body } = exchange;
    const { schema } =
      contract.operations.get(operation)?.responses.get(statusInContract(contract, operation, exchange.status)) ?? {};
    if (schema === undefined || body === undefined) continue;
    walkValue(chain, schema, body, (place, value) => {
      for (const about of at(place).filter(isShape)) shapeOf(about, exchange).values.add(shown(about, value));
    });
  }
  return survey;
}

function shown({ about }: FidelityPoint, value: unknown): string {
  return about === 'format' ? formOf(value) : kindOf(value, about === 'values');
}
