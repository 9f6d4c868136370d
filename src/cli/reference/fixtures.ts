/** `id-emulator fixtures`: checks fixture files as `start` does, including the scenarios of parties. */

import { counted } from '../../common/reporting/phrases.js';
import { worldRules } from '../../start/compose.js';
import { fixtureOf, scenariosWith } from '../../start/shipped.js';
import type { Actions } from '../settings/declared-command.js';
import { checkFiles } from './check-files.js';

export const ACTIONS: Actions<'fixtures check'> = {
  'fixtures check': ({ words, settings, terminal }) => {
    const rules = worldRules(scenariosWith(settings.scenarios));
    const lineOf = (file: string): string => {
      const { length } = fixtureOf(file, rules).parties;
      return `${file} is valid: ${counted(length, 'party', 'parties')}`;
    };

    checkFiles(words, lineOf, terminal.print);
  },
};
