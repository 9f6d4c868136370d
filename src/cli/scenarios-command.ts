/** The command `id-emulator scenarios`: list, show, check. */

import type { Command } from 'commander';
import { checkScenarios, listScenarios, showScenario } from './scenarios.js';
import { SETTING_SPECS } from './settings.js';
import { withSettings } from './with-settings.js';

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
