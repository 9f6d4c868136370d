/** Tools that prepare a sandbox: its clock and its failures. */

import { mapMembers } from '../../common/json.js';
import type { Scenario } from '../../emulator/scenarios/scenario.js';
import { describeParameter, exampleSelection } from '../../emulator/scenarios/describe-scenarios.js';
import type { ControlContext } from '../../emulator/control/control-context.js';
import type { Schemas, ShownActivation } from '../../emulator/control/documents.js';
import type { CallControl } from '../../emulator/control/http/endpoint.js';
import type { ShownSandbox } from '../../emulator/control/methods/shown-sandbox.js';
import { consumerVariables } from '../consumer-variables.js';
import { findScenarios } from './find-scenarios.js';
import { fittingItems, type Tool, toolsOf } from './tool.js';

/** The tools. */
export function sandboxTools(context: ControlContext, call: CallControl): Tool[] {
  return toolsOf({
    open_sandbox: async (input) => {
      const shown = (await call('createSandbox', { body: input })) as ShownSandbox;
      const environment = consumerVariables({ ...shown, network: context.facts.network });
      return { sandbox: shown.id, environment, time: shown.clock.time };
    },
    close_sandbox: async ({ sandbox }) => {
      await call('deleteSandbox', { sandbox });
      return { closed: sandbox };
    },
    find_scenarios: ({ search, offset }) => {
      const found = findScenarios(context.catalogue.values(), search);
      const { items, more } = fittingItems(found.map(scenarioSummary), offset);
      return { scenarios: items, more };
    },
    use_scenario: async ({ sandbox = 'default', select }) => {
      // An empty selection means no scenario.
      if (select === '') {
        await call('deactivateScenarios', { sandbox });
        return { active: [] };
      }

      const parameters = { sandbox, body: { select } };
      const { active } = (await call('selectScenarios', parameters)) as Schemas['ActivationList'];

      return { active: active.map(selectionText) };
    },
    clock: async ({ sandbox = 'default', advance, set, frozen }) => {
      if (advance !== undefined) await call('advanceClock', { sandbox, body: { by: advance } });
      if (set !== undefined || frozen !== undefined) await call('setClock', { sandbox, body: { time: set, frozen } });
      const { upcoming } = (await call('listUpcoming', { sandbox })) as Schemas['UpcomingList'];
      const { items, more } = fittingItems(upcoming);
      const clock = (await call('getClock', { sandbox })) as object;

      return { ...clock, upcoming: items, more };
    },
  });
}

/** A scenario in a list: what it does, and how to select it. */
function scenarioSummary(scenario: Scenario): object {
  const { name, summary } = scenario;
  const parameters = mapMembers(scenario.parameters, (spec) => `${spec.description} (${describeParameter(spec)})`);
  return { name, summary, select: exampleSelection(scenario), parameters };
}

/** The activation as its selection: `rate-limit-burst;burst=1`. */
function selectionText({ scenario, parameters }: ShownActivation): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`);
  return [scenario, ...pairs].join(';');
}
