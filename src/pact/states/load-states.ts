/** Loads the provider states of a consumer: `--states <file>`. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '../../common/json.js';
import { DocumentError } from '../../contract/documents/read-document.js';
import { escapeRegExp } from '../escape-reg-exp.js';
import { checkStates } from './check-states.js';
import { loadAliases } from './load-aliases.js';
import type { ProviderState } from './provider-state.js';
import { providerStates } from './shipped-states.js';

/**
 * The states of a file. An ES or CommonJS module has a list, as the default export or as the export `states`; a YAML or
 * JSON file has aliases.
 * @param path relative to the current folder
 * @param registry the states that aliases may mean. Default: the shipped states
 * @throws DocumentError if the file is missing, if the module throws, or if the states have mistakes
 */
export async function loadStates(
  path: string,
  registry: readonly ProviderState[] = providerStates,
): Promise<readonly ProviderState[]> {
  if (/\.(?:ya?ml|json)$/i.test(path)) return checkStates(path, loadAliases(path, registry));
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
 * The shipped states, and those of files. Aliases may mean states of the files before them.
 * @throws DocumentError as {@link loadStates}
 */
export async function statesWith(paths: readonly string[]): Promise<readonly ProviderState[]> {
  let registry = providerStates;
  for (const path of paths) registry = [...registry, ...(await loadStates(path, registry))];
  return registry;
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
