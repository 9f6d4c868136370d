/** Loads the provider states of a consumer: `--states <module>`. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '../../contract/json.js';
import { DocumentError } from '../../documents/read-document.js';
import { escapeRegExp } from '../escape-reg-exp.js';
import { checkStates } from './check-states.js';
import type { ProviderState } from './provider-state.js';
import { providerStates } from './shipped-states.js';

/**
 * The states of an ES or CommonJS module: a list, as the default export or as the export `states`.
 * @param path relative to the current folder
 * @throws DocumentError if the module is missing or throws, or if the states have mistakes
 */
export async function loadStates(path: string): Promise<readonly ProviderState[]> {
  const exported = await importModule(path);
  const states = findList(exported) ?? findList(exported['default']);
  if (states === undefined)
    throw new DocumentError(path, [
      {
        message: `expected a list of states as the default export, or as the export "states", found ${describeExports(exported)}`,
      },
    ]);
  return checkStates(path, states);
}

/**
 * The shipped states, and those of a module.
 * @throws DocumentError as {@link loadStates}
 */
export async function statesWith(path: string | undefined): Promise<readonly ProviderState[]> {
  return path === undefined ? providerStates : [...providerStates, ...(await loadStates(path))];
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new DocumentError(path, [{ message: 'there is no such file' }]);
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new DocumentError(path, [
      { ...placeOf(error, file), message: `the module cannot be loaded: ${reasonOf(error)}` },
    ]);
  }
}

/** The export itself, or its member `default` or `states`: a CommonJS module is one object. */
function findList(exported: unknown): readonly unknown[] | undefined {
  const candidates: readonly unknown[] = isObject(exported) ? [exported['default'], exported['states']] : [exported];
  return candidates.find((value) => Array.isArray(value)) as readonly unknown[] | undefined;
}

function describeExports(exported: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(exported).filter((name) => name !== 'module.exports');
  return names.length === 0 ? 'no exports' : `the exports ${names.join(', ')}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `it throws ${String(error)}`;
  const [line = ''] = error.message.split('\n');
  const hint =
    (error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION'
      ? '; it has to be JavaScript: .mjs, .cjs or .js'
      : '';
  return `${error.name}: ${line}${hint}`;
}

/** Line and column from the stack. The stack of a syntax error lacks them, so Node.js checks the file once more. */
function placeOf(error: unknown, file: string): { readonly line?: number; readonly column?: number } {
  if (!(error instanceof Error)) return {};
  const stack =
    error instanceof SyntaxError
      ? spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr
      : (error.stack ?? '');
  const names = [pathToFileURL(file).href, file].map(escapeRegExp).join('|');
  const [, line, column] = new RegExp(`(?:${names}):(\\d+)(?::(\\d+))?`).exec(stack) ?? [];
  return line === undefined ? {} : { line: Number(line), ...(column !== undefined && { column: Number(column) }) };
}
