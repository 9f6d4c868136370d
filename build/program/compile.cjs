/**
 * Runs the command from the files that a program will hold, and writes the code that V8 has compiled of these files to
 * a folder. The program accepts this code only from the same version of Node.js on the same kind of processor.
 *
 * Usage: node compile.cjs <JSON file with assets> <folder> <command and parameters>
 */

const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const paths = require('node:path');
const { run } = require('./loader.cjs');

const [config, folder] = process.argv.splice(2, 2);
const { assets } = JSON.parse(readFileSync(config, 'utf8'));
const scripts = run({
  getAssetKeys: () => Object.keys(assets),
  getRawAsset: (path) => readFileSync(assets[path]),
});
// At the end, because only functions that were called are compiled.
process.once('exit', () => {
  for (const [path, script] of scripts) {
    const file = paths.join(folder, path);
    mkdirSync(paths.dirname(file), { recursive: true });
    writeFileSync(file, script.createCachedData());
  }
});
