/** Tools that prepare a sandbox: its clock and its failures. */

import { mapMembers } from '../../common/json.js';
import type { Scenario } from '../../emulator/scenarios/scenario.js';
import { describeParameter, exampleSelection } from '../../emulator/scenarios/describe-scenarios.js';
import type { ControlContext } from '../../emulator/control/control-context.js';
import type { CallControl } from '../../emulator/control/http/endpoint.js';
import type { ShownSandbox } from '../../emulator/control/methods/shown-sandbox.js';
import { consumerVariables } from '../consumer-variables.js';
import { findScenarios } from './find-scenarios.js';
import { MORE, OFFSET, fittingItems, SANDBOX, TEXT, TEXTS, tool, type Tool } from './tool.js';

/** The tools. */
export function sandboxTools(context: ControlContext, call: CallControl): Tool[] {
  return [
    tool({
      name: 'open_sandbox',
      title: 'Open a sandbox',
      description:
        'Opens an isolated institution with its own credentials, world, clock, scenarios and journal, and returns the environment variables with which the program under test reaches it. Use one for each run. Then run the program, and call what_happened.',
      input: {
        name: { type: 'string', description: 'A name for people.' },
        fixture: {
          enum: ['default', 'sound', 'empty'],
          description: 'The parties; "sound" has none whose calls fail on purpose.',
        },
        population: { type: 'integer', minimum: 0, description: 'Number of further, generated parties.' },
        seed: { type: 'integer', minimum: 0, description: 'The same seed and time give the same responses.' },
        oneClient: {
          type: 'boolean',
          description: 'Whether one client sends its requests one after the other: then their order is proof.',
        },
        now: { type: 'string', description: 'The time at which its clock starts, such as 2026-01-31T09:00:00Z.' },
      },
      output: {
        sandbox: { type: 'string', description: 'Its ID, for the other tools.' },
        environment: { type: 'object', additionalProperties: TEXT },
        time: TEXT,
      },
      effect: 'change',
      run: async (input) => {
        const shown = (await call('createSandbox', { body: input })) as ShownSandbox;
        const environment = consumerVariables({ ...shown, network: context.facts.network });
        return { sandbox: shown.id, environment, time: shown.clock.time };
      },
    }),
    tool({
      name: 'close_sandbox',
      title: 'Close a sandbox',
      description: 'Removes a sandbox with its journal. Its tokens are refused from then on.',
      input: { sandbox: SANDBOX },
      required: ['sandbox'],
      output: { closed: TEXT },
      effect: 'loss',
      run: async ({ sandbox }) => {
        await call('deleteSandbox', { sandbox });
        return { closed: sandbox };
      },
    }),
    tool({
      name: 'find_scenarios',
      title: 'Find failures',
      description:
        'Lists the failures that use_scenario can activate, each with its parameters. Do not guess names: search, for example for "429", "too many requests", "outage" or "timeout".',
      input: {
        search: { type: 'string', description: 'Words of a name, a summary or a status. Default: all.' },
        offset: OFFSET,
      },
      output: { scenarios: { type: 'array', items: SCENARIO }, more: MORE },
      effect: 'none',
      run: ({ search, offset }) => {
        const found = findScenarios(context.catalogue.values(), search);
        const { items, more } = fittingItems(found.map(scenarioSummary), offset);
        return { scenarios: items, more };
      },
    }),
    tool({
      name: 'use_scenario',
      title: 'Activate failures',
      description:
        'Replaces the active failures of a sandbox. The selection has the form that find_scenarios shows: "rate-limit-burst;burst=2, latency". An empty one ends all failures.',
      input: { sandbox: SANDBOX, select: { type: 'string', description: 'Scenarios with their parameters.' } },
      required: ['select'],
      output: { active: TEXTS },
      effect: 'change',
      run: async ({ sandbox = 'default', select }) => {
        if (select === '') {
          await call('deactivateScenarios', { sandbox });
          return { active: [] };
        }
        const { active } = (await call('selectScenarios', { sandbox, body: { select } })) as {
          active: readonly { readonly scenario: string; readonly parameters: object }[];
        };
        return { active: active.map(({ scenario, parameters }) => selectionText(scenario, parameters)) };
      },
    }),
    tool({
      name: 'clock',
      title: 'Read or move the clock',
      description:
        'Reads the clock of a sandbox, and moves it if asked. Tokens, links and credentials expire by it. Returns what happens next, and when.',
      input: {
        sandbox: SANDBOX,
        advance: { type: 'string', description: 'A duration such as PT2H, 2h or -15m.' },
        set: { type: 'string', description: 'A time such as 2026-01-31T09:00:00Z.' },
        frozen: { type: 'boolean', description: 'Whether the clock stands still from now on.' },
      },
      output: {
        time: TEXT,
        frozen: { type: 'boolean' },
        upcoming: { type: 'array', items: { type: 'object' } },
        more: MORE,
      },
      effect: 'change',
      run: async ({ sandbox = 'default', advance, set, frozen }) => {
        if (advance !== undefined) await call('advanceClock', { sandbox, body: { by: advance } });
        if (set !== undefined || frozen !== undefined) await call('setClock', { sandbox, body: { time: set, frozen } });
        const { upcoming } = (await call('listUpcoming', { sandbox })) as { upcoming: readonly object[] };
        const { items, more } = fittingItems(upcoming);
        return { ...((await call('getClock', { sandbox })) as object), upcoming: items, more };
      },
    }),
  ];
}

const SCENARIO = {
  type: 'object',
  properties: { name: TEXT, summary: TEXT, select: TEXT, parameters: { type: 'object', additionalProperties: TEXT } },
  required: ['name', 'summary', 'select'],
};

function scenarioSummary(scenario: Scenario): object {
  const { name, summary } = scenario;
  const parameters = mapMembers(scenario.parameters, (spec) => `${spec.description} (${describeParameter(spec)})`);
  return { name, summary, select: exampleSelection(scenario), parameters };
}

function selectionText(scenario: string, parameters: object): string {
  return [scenario, ...Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)].join(';');
}
