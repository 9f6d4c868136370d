/** The settings of commands that start an emulator beside another command. */

import { SETTING_SPECS } from '../settings/settings.js';

/** The emulator's settings; the port is a free one, so that any number of runs go side by side. */
export const EXEC_SPECS = SETTING_SPECS.filter(({ name }) => name !== 'drain').map((spec) =>
  spec.name === 'port' && spec.type === 'integer' ? { ...spec, default: 0 } : spec,
);
