/** Endpoints for the scenarios of a sandbox. */

import { created, NO_CONTENT, ok, type Endpoint } from '../endpoint.js';
import type { ActivationEnd, ScenarioParameters } from '../scenario-control.js';

type ActivateBody = ActivationEnd &
  ({ readonly select: string } | { readonly scenario: string; readonly parameters?: ScenarioParameters });

export const scenarioEndpoints = {
  listActivations: ({ sandbox }) => ok({ active: sandbox().scenarios.active() }),
  selectScenarios: ({ sandbox, body }) =>
    ok({ active: sandbox().scenarios.replace((body as { select: string }).select) }),
  activateScenario: ({ sandbox, body }) => {
    const { scenarios } = sandbox();
    const activation = body as ActivateBody;
    const activated =
      'select' in activation
        ? scenarios.select(activation.select, activation)
        : [scenarios.use(activation.scenario, activation.parameters, activation)];
    return created({ activated, active: scenarios.active() });
  },
  deactivateScenarios: ({ sandbox }) => {
    sandbox().scenarios.stopAll();
    return NO_CONTENT;
  },
  deactivateScenario: ({ sandbox, path }) => {
    sandbox().scenarios.stop(path['activation'] as string);
    return NO_CONTENT;
  },
} satisfies Record<string, Endpoint>;
