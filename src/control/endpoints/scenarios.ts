/** Scenarios that every request of a sandbox meets. */

import { created, DONE, ok, type Endpoint } from '../endpoint.js';
import type { ActivationEnd, ScenarioParameters } from '../scenario-control.js';

type ActivateBody = ActivationEnd &
  ({ readonly select: string } | { readonly scenario: string; readonly parameters?: ScenarioParameters });

export const scenarioEndpoints = {
  listActivations: ({ sandbox }) => ok({ active: sandbox().scenarios.active() }),
  selectScenarios: ({ sandbox, body }) =>
    ok({ active: sandbox().scenarios.replace((body as { select: string }).select) }),
  activateScenario: ({ sandbox, body }) => {
    const { scenarios } = sandbox();
    const asked = body as ActivateBody;
    const activated =
      'select' in asked
        ? scenarios.select(asked.select, asked)
        : [scenarios.use(asked.scenario, asked.parameters, asked)];
    return created({ activated, active: scenarios.active() });
  },
  deactivateScenarios: ({ sandbox }) => {
    sandbox().scenarios.stopAll();
    return DONE;
  },
  deactivateScenario: ({ sandbox, path }) => {
    sandbox().scenarios.stop(path['activation'] as string);
    return DONE;
  },
} satisfies Record<string, Endpoint>;
