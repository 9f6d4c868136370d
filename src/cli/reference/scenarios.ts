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
  'scenarios check': ({ words, terminal }) => checkFiles(words, checkScenario, terminal.print),
};

/** `scenarios check <file>`. @throws DocumentError if the file has mistakes */
function checkScenario(file: string): string {
  return `${file}: ${loadScenario(file, shippedContracts()).name} is valid`;
}

/** `scenarios list`: the headers that every team needs, then one line per scenario; or JSON. */
function listScenarios({ scenarios }: Settings, { json = false }: FlagsOf<'scenarios list'>): string {
  const catalogue = scenariosWith(scenarios);
  const all = [...catalogue.values()];
  if (json) return `${JSON.stringify(all, undefined, 2)}\n`;

  const nameWidth = Math.max(...all.map(({ name }) => name.length));
  const groups = new Set(all.map(({ group }) => group));
  const groupWidth = Math.max(...all.map(({ group }) => group.length));

  const lines = NEEDED_SCENARIOS.map((name) => {
    return `Emulator-Scenario: ${name.padEnd(nameWidth)}  ${catalogue.get(name)!.summary}`;
  });
  lines.push('');

  for (const group of [...groups].toSorted())
    for (const { name, summary } of all.filter((scenario) => scenario.group === group))
      lines.push(`${group.padEnd(groupWidth)}  ${name.padEnd(nameWidth)}  ${summary}`);

  return `${lines.join('\n')}\n`;
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

/** The parameters of a scenario, a line each. Empty if it has none. */
function parametersOf({ parameters }: Scenario): string {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return '';

  const lines = entries.map(([name, spec]) => {
    return `    ${name.padEnd(16)}  ${spec.description} (${describeParameter(spec)})\n`;
  });

  return `  parameters\n${lines.join('')}`;
}
