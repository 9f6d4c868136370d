/** `id-emulator scenarios`: what there is to select, and whether own files are right. */

import type { Command } from 'commander';
import { nearest } from '../contract/suggestions.js';
import { DocumentError } from '../documents/read-document.js';
import { completeOptions } from '../options.js';
import { urlOf } from '../platform/emulator-url.js';
import { cataloguePage, describeParameter, exampleSelection } from '../scenarios/describe-scenarios.js';
import { loadScenario, scenarioValidator } from '../scenarios/load-scenarios.js';
import type { Scenario } from '../scenarios/scenario.js';
import { scenariosWith, shippedContract } from '../shipped.js';
import { curlExample } from './examples/curl-example.js';
import { CheckFailed, UsageError } from './failure.js';
import { SETTING_SPECS, type Settings, withSettings } from './settings.js';
import { shellQuote } from './start.js';

/** How `scenarios list` prints. */
export type ListFormat = 'table' | 'json' | 'markdown';

/** `scenarios list`: a line each, JSON, or the page of the documentation. */
export function listScenarios({ scenarios }: Settings, format: ListFormat): string {
  if (format === 'markdown') return cataloguePage(scenariosWith(scenarios));
  const catalogue = [...scenariosWith(scenarios).values()];
  if (format === 'json') return `${JSON.stringify(catalogue, undefined, 2)}\n`;
  const nameWidth = Math.max(...catalogue.map(({ name }) => name.length));
  const groupWidth = Math.max(...catalogue.map(({ group }) => group.length));
  const lines = catalogue
    .toSorted((a, b) => (a.group === b.group ? 0 : a.group < b.group ? -1 : 1))
    .map(({ name, group, summary }) => `${group.padEnd(groupWidth)}  ${name.padEnd(nameWidth)}  ${summary}\n`);
  return lines.join('');
}

/**
 * `scenarios show <name>`: everything about one.
 * @throws UsageError where there is none of that name
 */
export function showScenario(settings: Settings, name: string): string {
  const catalogue = scenariosWith(settings.scenarios);
  const scenario = catalogue.get(name);
  if (scenario === undefined)
    throw new UsageError(`there is no scenario "${name}"${nearest(name, [...catalogue.keys()])}`);
  const header = exampleSelection(scenario);
  const { host, port, clientId } = completeOptions(optionsOf(settings));
  return `${scenario.name} (${scenario.group})

  ${scenario.summary}

  stands on           ${scenario.basis}
  affects             ${scenario.operations.join(', ')}
  a client recovers   ${scenario.recoverable ? 'by itself' : 'not by itself'}
  keeps to contract   ${scenario.breaksContract ? 'no, on purpose' : 'yes'}
${parametersOf(scenario)}
  header              Emulator-Scenario: ${header}
  client ID           ${clientId}+${header}
  at start            id-emulator start --scenario ${shellQuote(header)}
  curl                ${curlExample(scenario, header, urlOf(host, port))}
`;
}

/**
 * `scenarios check <file...>`: tells of each file whether it is right.
 * @throws CheckFailed where one is not
 */
export function checkScenarios(files: readonly string[], write: (text: string) => void): void {
  const validate = scenarioValidator();
  const mistakes = files.flatMap((file) => {
    try {
      write(`${file}: ${loadScenario(file, shippedContract(), validate).name} is right\n`);
      return [];
    } catch (error) {
      if (error instanceof DocumentError) return [error.message];
      throw error;
    }
  });
  if (mistakes.length > 0) throw new CheckFailed(mistakes.join('\n'));
}

function optionsOf({ log: _log, ...options }: Settings): Omit<Settings, 'log'> {
  return options;
}

function parametersOf({ parameters }: Scenario): string {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return '';
  const lines = entries.map(
    ([name, spec]) => `    ${name.padEnd(16)}  ${spec.description} (${describeParameter(spec)})\n`,
  );
  return `  parameters\n${lines.join('')}`;
}

/** Declares the command. */
export function addScenariosCommand(root: Command): void {
  const scenarios = root.command('scenarios').description('what can be switched on: list, show, check');
  const shown = SETTING_SPECS.filter(({ name }) => ['scenarios', 'host', 'port', 'clientId'].includes(name));
  const list = scenarios
    .command('list')
    .description('every scenario, a line each')
    .option('--json', 'as JSON')
    .option('--markdown', 'as the page of the documentation');
  withSettings(list, shown, (settings, { json, markdown }) => {
    process.stdout.write(listScenarios(settings, json === true ? 'json' : markdown === true ? 'markdown' : 'table'));
  });
  const show = scenarios.command('show').description('everything about one scenario').argument('<name>', 'its name');
  withSettings(show, shown, (settings, _flags, name) => {
    process.stdout.write(showScenario(settings, name!));
  });
  const check = scenarios
    .command('check')
    .description('whether scenario files are right')
    .argument('<file...>', 'the files');
  check.action((files: readonly string[]) => {
    checkScenarios(files, (text) => process.stdout.write(text));
  });
}
