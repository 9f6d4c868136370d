/** `id-emulator scenarios`: lists, describes and checks scenarios. */

import { shellQuote } from '../../common/reporting/commands.js';
import { NEEDED_SCENARIOS } from '../../common/reporting/needed-scenarios.js';
import { completeOptions } from '../../emulator/complete-options.js';
import { describeParameter, exampleSelection } from '../../emulator/scenarios/describe-scenarios.js';
import { loadScenario } from '../../emulator/scenarios/load-scenarios.js';
import type { Scenario } from '../../emulator/scenarios/scenario.js';
import { scenariosWith, shippedContracts } from '../../start/shipped.js';
import { EXAMPLE_OPERATION } from '../examples/example-request.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';
import { refuseUnknown } from '../terminal/flags.js';
import { emulatorOptions, type Settings } from '../settings/settings.js';
import { checkFiles } from './check-files.js';

export const ACTIONS: Actions<'scenarios list' | 'scenarios show' | 'scenarios check'> = {
  'scenarios list': ({ settings, flags, terminal }) => terminal.print(listScenarios(settings, flags)),
  'scenarios show': ({ settings, words: [name], terminal }) => terminal.print(showScenario(settings, name!)),
  'scenarios check': ({ words, terminal }) =>
    checkFiles(words, (file) => `${file}: ${loadScenario(file, shippedContracts()).name} is valid`, terminal.print),
};

/** `scenarios list`: the headers that every team needs, then one line per scenario; or JSON. */
function listScenarios({ scenarios }: Settings, { json = false }: FlagsOf<'scenarios list'>): string {
  const catalogue = [...scenariosWith(scenarios).values()];
  if (json) return `${JSON.stringify(catalogue, undefined, 2)}\n`;

  const summaryOf = new Map(catalogue.map(({ name, summary }) => [name, summary]));
  const nameWidth = Math.max(...catalogue.map(({ name }) => name.length));
  const groupWidth = Math.max(...catalogue.map(({ group }) => group.length));
  const groups = [...new Set(catalogue.map(({ group }) => group))].toSorted();
  const byGroup = groups.flatMap((group) => catalogue.filter((scenario) => scenario.group === group));
  const lines = byGroup.map(
    ({ name, group, summary }) => `${group.padEnd(groupWidth)}  ${name.padEnd(nameWidth)}  ${summary}\n`,
  );
  const headers = NEEDED_SCENARIOS.map(
    (name) => `Emulator-Scenario: ${name.padEnd(nameWidth)}  ${summaryOf.get(name)!}\n`,
  );

  return `${headers.join('')}\n${lines.join('')}`;
}

/** `scenarios show <name>`: describes a scenario. @throws UsageError if there is no scenario of that name */
function showScenario(settings: Settings, name: string): string {
  const catalogue = scenariosWith(settings.scenarios);
  refuseUnknown('there is no scenario', name, [...catalogue.keys()]);
  const scenario = catalogue.get(name)!;
  const header = exampleSelection(scenario);
  const { clientId } = completeOptions(emulatorOptions(settings));
  const { operations, recoverable, breaksContract } = scenario;
  const recovery = recoverable ? 'on its own' : 'not on its own';
  const obedience = breaksContract ? 'no, on purpose' : 'yes';
  // The usual example is preferred, because the user knows it from other pages.
  const triedOperation = operations.includes(EXAMPLE_OPERATION) ? EXAMPLE_OPERATION : operations[0]!;

  return `${scenario.name} (${scenario.group})

  ${scenario.summary}

  basis               ${scenario.basis}
  operations          ${operations.join(', ')}
  a client recovers   ${recovery}
  keeps to contract   ${obedience}
${parametersOf(scenario)}
  header              Emulator-Scenario: ${header}
  client ID           ${clientId}+${header}
  at start            id-emulator start --scenario ${shellQuote(header)}
  try it              id-emulator call ${triedOperation} --scenario ${shellQuote(header)}
`;
}

function parametersOf({ parameters }: Scenario): string {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return '';

  const lines = entries.map(
    ([name, spec]) => `    ${name.padEnd(16)}  ${spec.description} (${describeParameter(spec)})\n`,
  );

  return `  parameters\n${lines.join('')}`;
}
