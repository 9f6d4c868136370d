/**
 * Makes the library usable in programs that it would otherwise exclude:
 *
 * - for those without the types of Node.js, or with an older `lib`. A line of the declarations that needs these is
 * marked, so that what it names is `any` or absent there, and has its type elsewhere;
 * - for those in CommonJS. Node.js lets them require ES modules, but TypeScript wants a file in CommonJS with
 * declarations of its own. The file requires the ES module, so that both kinds of programs share it;
 * - for tests in Jest, whose `require` refuses ES modules, and whose `node:module` is its own as well. A script that
 * `node:vm` runs in the context of Node.js itself reaches the real one. What it loads sees neither the fake timers nor
 * the globals of a test.
 */

import type { Rolldown } from 'tsdown';

/** Lines of declarations that need the types of Node.js, or a newer `lib`. */
const NEEDS_MORE_THAN_THE_LANGUAGE = [/ from "node:/, /: Buffer\b/, /^\s*(readonly )?\[Symbol\.(asyncD|d)ispose\]/];

/** A plugin of the bundler. */
export function portableModules(): Rolldown.Plugin {
  return {
    name: 'portable-modules',
    generateBundle(_, bundle) {
      const emit = (fileName: string, source: string): void => {
        this.emitFile({ type: 'asset', fileName, source });
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;

        const { fileName, isEntry } = chunk;
        if (fileName.endsWith('.d.ts')) {
          chunk.code = tolerant(chunk.code);
          emit(fileName.replace(/\.ts$/, '.cts'), forCommonJs(chunk.code));
        } else if (isEntry) emit(fileName.replace(/\.js$/, '.cjs'), requiring(fileName));
      }
    },
  };
}

/** A file in CommonJS that requires the ES module. It gets `createRequire` past Jest, as the head of this file says. */
function requiring(module: string): string {
  return `const { createRequire } = require('node:vm').runInThisContext("process.getBuiltinModule('node:module')");
module.exports = createRequire(__filename)('./${module}');
`;
}

/** Puts `@ts-ignore` before each line that needs more than the language: TypeScript then reports nothing about it. */
function tolerant(code: string): string {
  const needsMore = (line: string): boolean => NEEDS_MORE_THAN_THE_LANGUAGE.some((pattern) => pattern.test(line));
  return code.replace(/^.*$/gm, (line) => (needsMore(line) ? `// @ts-ignore\n${line}` : line));
}

/** Makes the declarations for CommonJS from those of the ES module. Their imports name `.cjs` files as well. */
function forCommonJs(code: string): string {
  return code.replace(/(from "\.\/[^"]+)\.js"/g, '$1.cjs"');
}
