/** What the contract says of values and nobody has shown to be so, or enumerates: held against every answer of the run. */

import type { Contract } from '../../contract/contract.js';
import { once } from '../../contract/lazy.js';
import { walkSchema } from '../../contract/schema-walk.js';
import type { CheckGroup } from '../check.js';
import { found, unseen } from '../finding.js';
import type { Service } from '../service.js';
import { isShape, surveyShapes, type SeenShape } from './survey-shapes.js';

/** More values than that are no enumeration, and tell nothing. */
const MOST_SHOWN = 20;

/** The group; it sends nothing. */
export function shapes(contract: Contract): CheckGroup {
  const places = placesOfResponses(contract);
  const points = contract
    .fidelity()
    .points.filter((point) => isShape(point) && (point.where === '' || places.has(point.where)));
  // The group belongs to one run, and comes after everything that asks.
  let survey: (() => ReadonlyMap<string, SeenShape>) | undefined;
  const surveyOf = (service: Service): ReadonlyMap<string, SeenShape> =>
    (survey ??= once(() => surveyShapes(contract, service.exchanges)))();
  const checks = points.map(({ id, subject }) => ({
    id: `shapes.${id}`,
    title: `${subject} are as the contract says`,
    point: id,
    run: (service: Service) => {
      const seen = surveyOf(service).get(id);
      if (seen === undefined) return Promise.resolve(unseen('no answer shows it'));
      service.lookAt(seen.exchanges);
      const values = [...seen.values].sort();
      return Promise.resolve(found(seen.wrong.size === 0, [...seen.wrong].join('; '), ...values.slice(0, MOST_SHOWN)));
    },
  }));
  return { name: 'shapes', title: 'values in all answers', checks };
}

/** JSON pointers to the places with notes that responses can show. */
function placesOfResponses(contract: Contract): ReadonlySet<string> {
  const { at, chain } = contract.fidelity();
  const places = new Set<string>();
  for (const { responses } of contract.operations.values()) {
    for (const { schema } of responses.values()) {
      if (schema === undefined) continue;
      walkSchema(chain, schema, (place) => {
        for (const { where } of at(place)) places.add(where);
      });
    }
  }
  return places;
}
