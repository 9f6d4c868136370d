/** Makes a folder of CommonJS in a package whose other files are ES modules. */

import type { Rolldown } from 'tsdown';

const PROCESS = 'node:process';

/** A plugin of the bundler. */
export function commonJs(): Rolldown.Plugin {
  return {
    name: 'common-js',
    // If the bundler moves a module into another file, it does not convert a default import of `node:process`. A module
    // that stands in for `node:process` avoids this. It is CommonJS, because packages also require `node:process`.
    resolveId: (id) => (id === PROCESS ? { id: `\0${PROCESS}` } : undefined),
    load: (id) => (id === `\0${PROCESS}` ? 'module.exports = globalThis.process;' : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    },
  };
}
