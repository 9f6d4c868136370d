/**
 * The entry of the program: loads the modules of the command, which are assets, and what V8 has compiled of them when
 * the program was made (`compile.cjs`). Only what a command needs is loaded, as in the package.
 */

const paths = require('node:path');
const sea = require('node:sea');
const { Script } = require('node:vm');

const MAIN = 'code/main.cjs';
const COMPILED = 'compiled/';

/**
 * Runs the command.
 * @param assets `getAssetKeys` and `getRawAsset` of `node:sea`, or what does the same
 * @returns the script of each module by its path. The map grows when further modules are loaded
 */
function run({ getAssetKeys, getRawAsset }) {
  const names = new Set(getAssetKeys());
  const read = (path) => Buffer.from(getRawAsset(path));
  const modules = new Map();
  const scripts = new Map();
  const load = (path) => {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    // The module is known before it is run, because modules may require one another in a circle.
    modules.set(path, module);
    const cachedData = names.has(COMPILED + path) ? read(COMPILED + path) : undefined;
    const code = `(function (exports, require, module, __filename, __dirname) {${read(path).toString()}\n})`;
    const script = new Script(code, { filename: path, cachedData });
    scripts.set(path, script);
    const { execPath } = process;
    script.runInThisContext()(module.exports, requireFrom(path), module, execPath, paths.dirname(execPath));
    return module.exports;
  };
  const requireFrom = (path) => (id) => {
    if (id === 'program-assets') return { names, read, load };
    if (id.startsWith('.')) return load(paths.posix.join(paths.posix.dirname(path), id));
    const ofPackage = `node_modules/${id}.js`;
    return names.has(ofPackage) ? load(ofPackage) : require(id);
  };
  load(MAIN);
  return scripts;
}

if (sea.isSea()) run(sea);
else module.exports = { run };
