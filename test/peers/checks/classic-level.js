/** docs/stores.md: a store in a folder. */

import { sandboxSurvivesRestart } from './kept-sandbox.js';

/** @type {import('../types.js').Check} */
export const classicLevel = {
  does: 'start --store <folder>, twice',
  packages: ['classic-level'],
  run: (project) => sandboxSurvivesRestart(project, './emulator-data'),
};
