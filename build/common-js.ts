/** Makes a folder of CommonJS in a package whose other files are ES modules. */

import type { Rolldown } from 'tsdown';

const PROCESS = 'node:process';

/** A plugin of the bundler. */
export function commonJs(): Rolldown.Plugin {
  return {
    name: 'common-js',
    // The bundler forgets to convert a default import of `node:process` where a module is moved into another file. This
    // stand-in has the form of CommonJS, because packages require it, too.
    resolveId: (id) => (id === PROCESS ? { id: `\0${PROCESS}` } : undefined),
    load: (id) => (id === `\0${PROCESS}` ? 'module.exports = globalThis.process;' : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    },
  };
}
