/** Loads the provider states that a consumer adds: `--states <module>`. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '../../contract/json.js';
import { DocumentError } from '../../documents/read-document.js';
import { complete, findStateMistakes } from './find-state-mistakes.js';
import type { ProviderState } from './provider-state.js';
import { providerStates } from './shipped-states.js';

/**
 * The states of a module, ES or CommonJS, whose default export, or whose export `states`, is a list of them.
 * @param path relative to the current folder
 * @throws DocumentError where it is not there or throws, where the states have mistakes, or are those of others
 */
export async function loadStates(path: string): Promise<readonly ProviderState[]> {
  const exported = await importModule(path);
  const states = listIn(exported) ?? listIn(exported['default']);
  if (states === undefined)
    throw new DocumentError(path, [
      {
        message: `expected a list of states as the default export, or as the export "states", found ${describeExports(exported)}`,
      },
    ]);
  return checkStates(path, states);
}

/**
 * The states, with what they need not say.
 * @param source where they come from, for messages
 * @throws DocumentError where they have mistakes, or are those of others
 */
export function checkStates(source: string, states: readonly unknown[]): readonly ProviderState[] {
  const mistakes = findStateMistakes(states, providerStates);
  if (mistakes.length > 0)
    throw new DocumentError(
      source,
      mistakes.map((message) => ({ message })),
    );
  return (states as readonly ProviderState[]).map(complete);
}

/** The shipped states, and those of a module. @throws DocumentError */
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

/** What an export is, or, of a CommonJS module that is an object, what its members are. */
function listIn(exported: unknown): readonly unknown[] | undefined {
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

/** Line and column in the module, where the stack tells; of a syntax error only Node's own check does. */
function placeOf(error: unknown, file: string): { readonly line?: number; readonly column?: number } {
  if (!(error instanceof Error)) return {};
  const stack =
    error instanceof SyntaxError
      ? spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr
      : (error.stack ?? '');
  const names = [pathToFileURL(file).href, file].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const [, line, column] = new RegExp(`(?:${names}):(\\d+)(?::(\\d+))?`).exec(stack) ?? [];
  return line === undefined ? {} : { line: Number(line), ...(column !== undefined && { column: Number(column) }) };
}
