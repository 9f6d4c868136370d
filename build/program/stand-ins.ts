/** Replaces the modules that read files beside the code of the package. The program has no such files. */

import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'tsdown';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The modules to replace, as they are imported, and the file that stands in for each. */
const STAND_INS: readonly (readonly [module: RegExp, standIn: string])[] = [
  [/\/shipped-files\.js$/, here('shipped-files.ts')],
  [/\/optional-peer\.js$/, here('optional-peer.ts')],
  [/\/compile-cache\.js$/, here('compile-cache.ts')],
];

/** Where `classic-level` looks for its native library. */
const BINDING = './binding';

/** `createRequire(import.meta.url)('yaml')`, by which the package loads a package when it is first needed. */
const LATE_REQUIRE = /createRequire\(import\.meta\.url\)\((['"][^'"]+['"])\)/g;
/** The line that lets a shell start `main.ts` by Node.js. */
const SHEBANG = /^#!.*/;

/** A plugin of the bundler. */
export function standIns(): Rolldown.Plugin {
  return {
    name: 'stand-ins',
    resolveId(id, importer = '') {
      const from = importer.replaceAll('\\', '/');
      if (id === BINDING && from.includes('/classic-level/')) return here('classic-level-binding.cjs');
      // A file that stands in for a module may import that module.
      if (from.includes('/build/program/')) return undefined;

      return STAND_INS.find(([module]) => module.test(id))?.[1];
    },
    transform: {
      filter: { id: /[\\/]src[\\/].*\.ts$/, code: [LATE_REQUIRE, SHEBANG] },
      handler: (code) => code.replaceAll(LATE_REQUIRE, 'require($1)').replace(SHEBANG, ''),
    },
  };
}
