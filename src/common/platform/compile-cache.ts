/** Keeps compiled code between starts. To parse the command anew takes a third of the time of `exec -- true`. */

import { hash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { replaceFile } from './replace-file.js';

/**
 * Keeps what V8 compiles of the modules that are loaded from now on, and uses what earlier starts have kept. A folder
 * that cannot be written keeps nothing.
 * @param own the folder of the modules: CommonJS, with a digest of their content in their names
 */
export function keepCompiled(own: string, folder: string): void {
  const { enableCompileCache } = modules as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) keepScripts(own, join(folder, process.version));
  else enableCompileCache(folder);
}

/** What Node.js does itself from 22.1 on. */
function keepScripts(own: string, folder: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- Node.js 20 has nothing in its place
  const { extensions } = modules.createRequire(import.meta.url);
  const usual = extensions['.js'];
  const added: { readonly script: Script; readonly file: string }[] = [];
  extensions['.js'] = (module, path) => {
    const source = dirname(path) === own ? readFileSync(path, 'utf8') : undefined;
    // Kept code cannot import: V8 forgets whose code it is.
    if (source === undefined || source.includes('import(')) {
      usual(module, path);
      return;
    }
    const file = join(folder, basename(path));
    const cachedData = readIfWhole(file);
    const script = new Script(modules.Module.wrap(source), { filename: path, ...(cachedData && { cachedData }) });
    // V8 rejects the code of another version, of other flags and of another processor.
    if (cachedData === undefined || script.cachedDataRejected === true) added.push({ script, file });
    const run = script.runInThisContext() as (...parameters: readonly unknown[]) => void;
    run.call(module.exports, module.exports, module.require.bind(module), module, path, own);
  };
  // At the end, because only functions that were called are compiled.
  process.once('exit', () => {
    for (const { script, file } of added) writeIfPossible(file, script.createCachedData());
  });
}

/** V8 crashes over code that is damaged. Undefined if there is none. */
function readIfWhole(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const code = content.subarray(DIGEST_BYTES);
    return content.subarray(0, DIGEST_BYTES).equals(digestOf(code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeIfPossible(file: string, code: Buffer): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, Buffer.concat([digestOf(code), code]));
  } catch {
    // The package may be installed where this user cannot write, or the disk may be full.
  }
}

const DIGEST_BYTES = 20;

function digestOf(code: Buffer): Buffer {
  return hash('sha1', code, 'buffer');
}
