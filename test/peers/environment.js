/** The environment of what is started: that of a user's shell, not that of `npm run`. */

import { delimiter } from 'node:path';

/** Settings of the emulator, of test runners, and what `npm run` adds; settings of npm itself, such as the registry, stay. */
const NOT_OF_A_USER =
  /^(?:ID_EMULATOR_|ID_SDK_|VITEST|JEST|NODE_TEST|NODE_OPTIONS$|NODE_ENV$|TEST|CI$|GITHUB_|FORCE_COLOR$|INIT_CWD$|npm_(?:package|lifecycle)_|npm_config_local_prefix$|npm_command$)/;

/** @param {readonly string[]} folders are searched for programs first */
export function environment(...folders) {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_OF_A_USER.test(name));
  const path = [...folders, process.env['PATH'] ?? ''].join(delimiter);
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', PATH: path };
}
