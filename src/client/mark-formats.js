/** Last step of the build: says of each folder whether it is ESM or CommonJS, wherever the folder is copied to. */

import { writeFileSync } from 'node:fs';

for (const [folder, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
]) {
  writeFileSync(
    new URL(`dist/${folder}/package.json`, import.meta.url),
    `${JSON.stringify({ type, sideEffects: false })}\n`,
  );
}
