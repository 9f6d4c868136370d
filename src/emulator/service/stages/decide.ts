/** Chooses the faults of a request: what the active scenarios decide for it. */

import { membersOf } from '../../../common/json.js';
import { once } from '../../../contract/schema/lazy.js';
import type { FormFields } from '../../../contract/query-string.js';
import { decideFaults } from '../../scenarios/decide-faults.js';
import type { CallFacts } from '../../scenarios/firing.js';
import { partySelections, subjectsOf, type RequestValues } from '../../domain/world/request-subjects.js';
import type { ServiceContext } from '../service-context.js';
import { valueOf, valueOr, type Decided, type Located } from '../exchange.js';

const NO_FIELDS: FormFields = new Map();

/**
 * Applies the events that are due in the sandbox's world, and chooses the faults of the request: the outermost first.
 * Query and body count as empty if they cannot be read.
 * @throws ScenarioSelectionError if the selected scenarios cannot be active together
 */
export function decide({ catalogue, scenarios }: ServiceContext, exchange: Located): Decided {
  const { sandbox, operation, path, link } = exchange;
  sandbox.world.settle();
  const values: RequestValues = {
    world: sandbox.world,
    parameters: operation.parameters,
    path,
    query: valueOr(exchange.query, NO_FIELDS),
    body: valueOr(exchange.body, undefined),
    link,
  };
  const active = scenarios.together(
    // Not those that were active when the contract was chosen: they may have ended since then.
    scenarios.ofSandbox(sandbox),
    exchange.clientScenarios,
    valueOf(exchange.headerScenarios),
    scenarios.ofParties(partySelections(values)),
  );
  if (active.length > 0) exchange.faults = decideFaults(catalogue, active, callFacts(values, exchange));
  return exchange as Decided;
}

function callFacts(values: RequestValues, { req, operation, sandbox, clientId, sentByEmulator }: Located): CallFacts {
  const subjects = once(() => subjectsOf(values));
  return {
    operation: operation.id,
    url: req.url,
    isCounted: !sentByEmulator,
    sandbox,
    clientId,
    query: (name) => values.query.get(name) ?? [],
    body: (name) => membersOf(values.body)[name],
    get subjects() {
      return subjects();
    },
  };
}
