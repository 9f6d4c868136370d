/** Writes the scripts in Lua, which Redis runs, as constants in TypeScript. */

import { readdirSync, readFileSync } from 'node:fs';

/** The folder of the scripts. Files without `#!lua` in their first line are parts that scripts include. */
const FOLDER = 'src/stores/redis/lua/';

/** The code with a constant for each script: `REMOVE_ORPHANS` for `remove-orphans.lua`. */
export function redisScripts(): string {
  const texts = readdirSync(FOLDER).map((file) => [file.replace('.lua', ''), textOf(file)] as const);
  const scripts = texts.filter(([, text]) => text.startsWith('#!lua'));
  const lines = scripts.map(
    ([name, text]) => `export const ${name.replaceAll('-', '_').toUpperCase()} = script(\`${text}\`);\n`,
  );

  return `// Generated from ${FOLDER} by the build.

import { CLIENT_IDS, JOURNAL_CHANNEL, REPLICA_CHANNEL, SANDBOX_INDEX } from './keys.js';
import { script } from './script.js';

${lines.join('\n')}`;
}

/** The text of a file with the parts that it includes, and without comments. */
function textOf(file: string): string {
  const text = readFileSync(FOLDER + file, 'utf8');
  const whole = text.replace(/^ *-- include (.*)\n/gm, (_, part: string) => textOf(`${part}.lua`));

  return whole.replace(/^ *--.*\n/gm, '');
}
