/** Chooses the faults of a request: what the active scenarios decide for it. */

import { membersOf } from '../../../common/json.js';
import { once } from '../../../contract/schema/lazy.js';
import type { FormFields } from '../../../contract/query-string.js';
import type { Activation } from '../../domain/sandbox/activation.js';
import { decideFaults, type Decision } from '../../scenarios/decide-faults.js';
import { isSpent, type CallFacts } from '../../scenarios/firing.js';
import { partySelections, subjectsOf, type RequestValues } from '../../domain/world/request-subjects.js';
import { valueOf, valueOr, type Decided, type Located, type Started } from '../exchange.js';

/** Empty values for all exchanges, so that none are made for each. */
const NO_FIELDS: FormFields = new Map();
const NONE: Decision = { faults: [], passedOver: new Map() };

/**
 * Applies due events to the sandbox's world, and chooses the faults of the request, outermost first.
 * Query and body count as empty if they cannot be read.
 * @throws ScenarioSelectionError if the selected scenarios cannot be active together
 */
export function decide(exchange: Located & Started): Decided {
  const { context, sandbox, operation, path, link } = exchange;
  const { catalogue, scenarios } = context;
  const ofHeader = valueOf(exchange.headerScenarios);
  // Due events come first: they may change the names by which parties are looked up.
  sandbox.world.settle();

  const values: RequestValues = {
    world: sandbox.world,
    parameters: operation.parameters,
    path,
    query: valueOr(exchange.query, NO_FIELDS),
    body: valueOr(exchange.body, undefined),
    link,
  };

  const active = scenarios.combine(
    // Read again: scenarios that were active when the contract was chosen may have ended since then.
    scenarios.ofSandbox(sandbox),
    exchange.clientScenarios,
    ofHeader,
    scenarios.ofParties(partySelections(values)),
  );
  const decision = active.length === 0 ? NONE : decideFaults(catalogue, active, callFacts(values, exchange));

  exchange.active = active;
  exchange.faults = decision.faults;
  exchange.passedOver = decision.passedOver;
  if (ofHeader.length > 0) noteSpent(exchange, ofHeader);

  return exchange as Decided;
}

/**
 * Notes which scenarios of the header are used up (no later call meets their faults). Without this diagnostic, a normal
 * response would look like a bug.
 */
function noteSpent(exchange: Located, ofHeader: readonly Activation[]): void {
  const { context, sandbox, faults } = exchange;
  const spent = ofHeader.filter((activation) => {
    const scenario = context.catalogue.get(activation.scenario)!;
    const hasFired = faults.some((decided) => decided.activation.key === activation.key);
    return !hasFired && isSpent(scenario, activation, sandbox.callsOf(activation));
  });
  if (spent.length === 0) return;

  exchange.spentScenarios = [...new Set(spent.map(({ scenario }) => scenario))];
  for (const name of exchange.spentScenarios)
    exchange.diagnose(`the scenario "${name}" of the header is used up; ";activation=<name>" starts another count`);
}

/** What scenarios can know of the call. The subjects are looked up only if a scenario asks for them. */
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
