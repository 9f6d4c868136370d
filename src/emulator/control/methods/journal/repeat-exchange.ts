/** What repeats an exchange in another sandbox: when its clock started, and which scenarios to select. */

import { membersOf } from '../../../../common/json.js';
import { type AppliedScenario, type Exchange, jsonOf } from '../../../journal/exchange.js';
import { batchSelection, firstCallSelection, formatSelection } from '../../../scenarios/first-call-selection.js';
import type { Catalogue } from '../../../scenarios/scenario.js';
import type { Schemas } from '../../documents.js';

export type Repetition = Schemas['Repetition'];

/**
 * The scenarios that were applied, so that the first call meets what this one met. If no parameters do that, the call
 * with the same number meets it. Parties carry their scenarios with them, and a hold would wait for its release.
 * @param epoch when the sandbox's clock started, in milliseconds since 1970
 */
export function repetitionOf(
  { scenarios, response, status }: Exchange,
  epoch: number,
  catalogue: Catalogue,
): Repetition {
  const applied = scenarios.filter(
    // A throttle is applied to the calls that it lets pass, too.
    ({ selector, fault }) => selector !== 'party' && fault !== 'hold' && !(fault === 'throttle' && status < 400),
  );
  const start = new Date(epoch).toISOString();
  const first = applied.map((one) =>
    one.fault === 'batch-items'
      ? batchSelection(membersOf(jsonOf(response.body)))
      : selectionOf(one, catalogue, firstCallSelection),
  );
  if (first.every((selection) => selection !== undefined)) return { start, select: joined(first), call: 1 };

  const same = applied.map((one) =>
    selectionOf(one, catalogue, (scenario, { parameters }) => formatSelection(scenario, parameters)),
  );
  return { start, select: joined(same), call: Math.max(...applied.map((one) => one.call)) };
}

function selectionOf(
  applied: AppliedScenario,
  catalogue: Catalogue,
  format: typeof firstCallSelection,
): string | undefined {
  const scenario = catalogue.get(applied.scenario);
  return scenario && format(scenario, applied);
}

function joined(selections: readonly (string | undefined)[]): string {
  return [...new Set(selections.filter((selection) => selection !== undefined))].join(', ');
}
