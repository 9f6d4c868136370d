/** Loads the native library of the store in a folder. Stands in for `binding.js` of `classic-level`. */

const { existsSync } = require('node:fs');
const paths = require('node:path');
const { shippedOnDisk } = require('./shipped-files.ts');

/** The image has the library beside the program: a container whose files are read-only cannot write the library. */
const beside = paths.join(paths.dirname(process.execPath), 'classic-level.node');
const file = existsSync(beside) ? beside : paths.join(shippedOnDisk('native'), 'classic-level.node');
try {
  process.dlopen(module, file);
} catch (error) {
  const remedy = 'set TMPDIR to a folder whose files may be executed';
  throw new Error(`the native library of the store cannot be loaded from ${file}: ${error.message}; ${remedy}`, {
    cause: error,
  });
}
