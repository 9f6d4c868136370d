/** Scenarios that every request of a sandbox meets, switched on and off while it runs. */

import type { Activation } from '../domain/activation.js';
import type { Sandbox } from '../domain/sandbox.js';
import type { Catalogue } from '../scenario/scenario.js';
import { ScenarioSelectionError, selectScenarios } from '../scenario/select-scenarios.js';
import { Problem } from './problem.js';

/** What is active, in the order in which it applies. */
export interface ActiveScenarios {
  readonly active: readonly Pick<Activation, 'scenario' | 'parameters'>[];
}

/** What every request of the sandbox meets. */
export function activeScenarios({ activations }: Sandbox): ActiveScenarios {
  return { active: activations.map(({ scenario, parameters }) => ({ scenario, parameters })) };
}

/**
 * Puts what `body.select` selects, written as in the `Emulator-Scenario` header, in the place of what was active;
 * calls are counted anew.
 * @throws Problem 422; then nothing has changed
 */
export function activateScenarios(sandbox: Sandbox, body: unknown, catalogue: Catalogue): ActiveScenarios {
  sandbox.activate(selectionOf(body, catalogue));
  return activeScenarios(sandbox);
}

function selectionOf(body: unknown, catalogue: Catalogue): Activation[] {
  const select: unknown = typeof body === 'object' && body !== null ? (body as { select?: unknown }).select : undefined;
  if (typeof select !== 'string') {
    throw new Problem(422, 'The selection is missing', 'Expected a JSON object as in {"select": "rate-limit-burst;burst=2, latency"}.', { pointer: '/select' });
  }
  try {
    return selectScenarios(select, catalogue, { selector: 'sandbox' });
  } catch (error) {
    if (!(error instanceof ScenarioSelectionError)) throw error;
    throw new Problem(422, 'The selection of scenarios cannot be followed', error.message, { pointer: '/select', mistakes: error.mistakes });
  }
}
