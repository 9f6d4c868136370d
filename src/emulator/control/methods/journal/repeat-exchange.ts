/** How to repeat an exchange in another sandbox: the start of its clock, and the scenarios to select. */

import { membersOf } from '../../../../common/json.js';
import { type Exchange, jsonOf } from '../../../journal/exchange.js';
import { batchSelection, firstCallSelection, formatSelection } from '../../../scenarios/first-call-selection.js';
import type { Catalogue } from '../../../scenarios/scenario.js';
import type { Schemas } from '../../documents.js';

/**
 * Selects the applied scenarios so that the first call of a new sandbox meets the same faults. If no parameters can do
 * that, the call with the same number meets these faults. Left out are:
 *
 * - scenarios of parties, because the parties bring them;
 * - holds, because they would wait for a release;
 * - throttles that let the call pass.
 *
 * @param epoch when the sandbox's clock started, in milliseconds since 1970
 * @param catalogue the scenarios that exist now, which may differ from those at the time of the exchange
 */
export function repetitionOf(exchange: Exchange, epoch: number, catalogue: Catalogue): Schemas['Repetition'] {
  const { scenarios, response, status } = exchange;
  const applied = scenarios.filter(({ selector, fault }) => {
    if (selector === 'party' || fault === 'hold') return false;
    return fault !== 'throttle' || status >= 400;
  });
  const start = new Date(epoch).toISOString();

  // The fault `batch-items` fails some items of a batch. The response shows which items failed.
  const atFirstCall = applied.map((one) => {
    if (one.fault === 'batch-items') return batchSelection(membersOf(jsonOf(response.body)));

    // Undefined if the scenario no longer exists.
    const scenario = catalogue.get(one.scenario);
    return scenario && firstCallSelection(scenario, one);
  });
  if (!atFirstCall.includes(undefined)) return { start, select: joined(atFirstCall), call: 1 };

  const atSameCall = applied.map((one) => {
    const scenario = catalogue.get(one.scenario);
    return scenario && formatSelection(scenario, one.parameters);
  });
  return { start, select: joined(atSameCall), call: Math.max(...applied.map((one) => one.call)) };
}

/** The selections as one. Equal selections occur if several activations of a scenario were applied. */
function joined(selections: readonly (string | undefined)[]): string {
  return [...new Set(selections.filter((selection) => selection !== undefined))].join(', ');
}
