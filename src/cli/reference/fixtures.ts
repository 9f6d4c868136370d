/** `id-emulator fixtures`: checks fixture files. */

import type { Command } from 'commander';
import { worldRules } from '../../start/compose.js';
import { DocumentError } from '../../contract/documents/read-document.js';
import { OptionsError } from '../../emulator/complete-options.js';
import { fixtureOf, scenariosWith } from '../../start/shipped.js';
import { CheckFailed } from '../terminal/failure.js';
import { SETTING_SPECS, type Settings, withSettings } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * `fixtures check <file...>`: checks fixture files as a start does, scenarios of parties included.
 * @throws CheckFailed with the mistakes of all files
 */
export function checkFixtures(
  files: readonly string[],
  { scenarios }: Pick<Settings, 'scenarios'>,
  write: (text: string) => void,
): void {
  const rules = worldRules(scenariosWith(scenarios));
  const mistakes = files.flatMap((file) => {
    try {
      const { length } = fixtureOf(file, rules).parties;
      write(`${file} is valid: ${length} ${length === 1 ? 'party' : 'parties'}\n`);
      return [];
    } catch (error) {
      if (error instanceof DocumentError || error instanceof OptionsError) return [error.message];
      throw error;
    }
  });
  if (mistakes.length > 0) throw new CheckFailed(mistakes.join('\n'));
}

/** Registers the command. */
export function addFixturesCommand(root: Command, terminal: Terminal): void {
  const fixtures = root.command('fixtures').description('the hand-written parties of a world: check');
  const check = fixtures
    .command('check')
    .description('check fixture files; exits 1 if one has a mistake')
    .argument('<file...>', 'the files');
  const shown = SETTING_SPECS.filter(({ name }) => name === 'scenarios');
  withSettings(check, shown, terminal, (settings) => {
    checkFixtures(check.args, settings, terminal.print);
  });
}
