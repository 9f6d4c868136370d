/** `id-emulator fixtures`: checks fixture files as `start` does, including the scenarios of parties. */

import type { Command } from 'commander';
import { counted } from '../../common/reporting/phrases.js';
import { worldRules } from '../../start/compose.js';
import { fixtureOf, scenariosWith } from '../../start/shipped.js';
import { declareCommand } from '../settings/declared-command.js';
import { specsOf, withSettings } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';
import { checkFiles } from './check-files.js';

/** Registers the command. */
export function addFixturesCommand(root: Command, terminal: Terminal): void {
  const fixtures = declareCommand(root, 'fixtures', terminal);
  const check = declareCommand(fixtures, 'fixtures check', terminal);
  withSettings(check, specsOf('scenarios'), terminal, ({ scenarios }) => {
    const rules = worldRules(scenariosWith(scenarios));
    const describe = (file: string): string => {
      const { length } = fixtureOf(file, rules).parties;
      return `${file} is valid: ${counted(length, 'party', 'parties')}`;
    };
    checkFiles(check.args, describe, terminal.print);
  });
}
