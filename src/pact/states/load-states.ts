/** Loads the provider states of a consumer (`--states <file>`), and checks them before a verification uses them. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '../../common/json.js';
import { importFile } from '../../common/platform/optional-peer.js';
import { shippedSchema } from '../../common/shipped-files.js';
import { compileSchema } from '../../contract/documents/check-document.js';
import { DocumentError } from '../../contract/documents/read-document.js';
import { once } from '../../contract/schema/lazy.js';
import { violationsOf } from '../../contract/violation.js';
import { escapeRegExp } from '../escape-reg-exp.js';
import { matchesIn } from './find-state.js';
import { loadAliases } from './load-aliases.js';
import type { ProviderState } from './provider-state.js';
import { describeType, readValue } from './read-parameters.js';
import { placesOf, wordsOf } from './sentence.js';
import { providerStates } from './shipped-states.js';

/**
 * Loads the states of a file. An ES or CommonJS module has a list of states, as the default export or as the export
 * `states`. A YAML or JSON file has aliases.
 * @param path relative to the current folder
 * @param registry the states that aliases may mean. Default: the shipped states
 * @throws DocumentError if the file is missing, if the module throws, or if the states have mistakes
 */
export async function loadStates(
  path: string,
  registry: readonly ProviderState[] = providerStates,
): Promise<readonly ProviderState[]> {
  if (/\.(?:ya?ml|json)$/i.test(path)) return checkDefinitions(path, loadAliases(path, registry));

  const exported = await importModule(path);
  // Node.js puts the one object that a CommonJS module exports into `default`.
  const states = findList(exported) ?? findList(exported['default']);
  if (states === undefined)
    throw mistakenStates(path, [
      `expected a list of states as the default export, or as the export "states", found ${describeExports(exported)}`,
    ]);

  return checkDefinitions(path, states);
}

/**
 * The shipped states, and those of files. The aliases of a file may mean states of the files before it.
 * @throws DocumentError as {@link loadStates}
 */
export async function statesWith(paths: readonly string[]): Promise<readonly ProviderState[]> {
  let registry = providerStates;
  for (const path of paths) registry = [...registry, ...(await loadStates(path, registry))];
  return registry;
}

/** The error for a file with these mistakes. */
function mistakenStates(source: string, messages: readonly string[]): DocumentError {
  const mistakes = messages.map((message) => ({ message }));
  return new DocumentError(source, mistakes);
}

/** The exports of a module. @throws DocumentError if the file is missing, or if the module throws */
async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw mistakenStates(path, ['there is no such file']);

  try {
    return (await importFile(file)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const message = `the module cannot be loaded: ${reasonOf(error)}`;
    throw new DocumentError(path, [{ ...placeOf(error, file), message }]);
  }
}

/** The list of states in an export: the export itself, or its member `default` or `states`. */
function findList(exported: unknown): readonly unknown[] | undefined {
  const candidates: readonly unknown[] = isObject(exported) ? [exported['default'], exported['states']] : [exported];
  return candidates.find((value) => Array.isArray(value)) as readonly unknown[] | undefined;
}

/** What a module exports instead of a list, for the error message. */
function describeExports(exported: Readonly<Record<string, unknown>>): string {
  // Node.js adds the name `module.exports` by itself.
  const names = Object.keys(exported).filter((name) => name !== 'module.exports');
  return names.length === 0 ? 'no exports' : `the exports ${names.join(', ')}`;
}

/** Why a module cannot be loaded, in one line. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `it throws ${String(error)}`;

  const [line = ''] = error.message.split('\n');
  const isOtherLanguage = (error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION';
  const hint = isOtherLanguage ? '; it has to be JavaScript: .mjs, .cjs or .js' : '';

  return `${error.name}: ${line}${hint}`;
}

/**
 * The line and column of an error, from its stack. The stack of a syntax error lacks them, so Node.js checks the file
 * once more and prints them.
 */
function placeOf(error: unknown, file: string): { readonly line?: number; readonly column?: number } {
  if (!(error instanceof Error)) return {};

  let { stack = '' } = error;
  if (error instanceof SyntaxError) stack = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr;

  const names = [pathToFileURL(file).href, file].map(escapeRegExp).join('|');
  const [, line, column] = new RegExp(`(?:${names}):(\\d+)(?::(\\d+))?`).exec(stack) ?? [];

  return line === undefined ? {} : { line: Number(line), ...(column !== undefined && { column: Number(column) }) };
}

/**
 * Checks the states of a file, and adds default members.
 * @param source where the states come from, for messages
 * @throws DocumentError with all mistakes, name clashes with shipped states included
 */
export function checkDefinitions(source: string, states: readonly unknown[]): readonly ProviderState[] {
  const mistakes = findMistakes(states);
  if (mistakes.length > 0) throw mistakenStates(source, mistakes);
  return (states as readonly ProviderState[]).map(withDefaults);
}

/** Checks the shape of the states of a module. */
const statesValidator = once(() => compileSchema(shippedSchema('provider-states')));

/** A sentence for each mistake, with a JSON pointer to it. */
function findMistakes(definitions: readonly unknown[]): string[] {
  const validate = statesValidator();
  if (!validate(definitions))
    return violationsOf(validate.errors ?? [], 'body').map(({ pointer, expected, value = 'nothing' }) => {
      const place = pointer === '' ? 'the export' : pointer;
      return `${place}: expected ${expected}, found ${value}`;
    });

  const states = (definitions as readonly ProviderState[]).map(withDefaults);
  const mistakes = states.flatMap((state, at) => mistakesIn(state, `/${at}`));
  // Malformed states cannot be compared.
  if (mistakes.length > 0) return mistakes;

  // Each state is compared with the shipped states, and with the states before it in the list.
  return states.flatMap((state, at) => clashesOf(state, `/${at}`, [...providerStates, ...states.slice(0, at)]));
}

/** Adds the parameters that a consumer's state may lack. */
function withDefaults(state: ProviderState): ProviderState {
  const { parameters } = state as Partial<ProviderState>;
  return parameters === undefined ? { ...state, parameters: {} } : state;
}

/** Mistakes of one state that its JSON Schema does not find. */
function mistakesIn(state: ProviderState, pointer: string): string[] {
  const { sentences, parameters } = state;
  const mistakes: string[] = [];
  // JSON Schema cannot describe functions.
  const kind: string = typeof state.setUp;
  if (kind !== 'function') mistakes.push(`${pointer}/setUp: expected a function, found ${kind}`);

  for (const [at, sentence] of sentences.entries())
    for (const name of placesOf(sentence))
      if (!Object.hasOwn(parameters, name))
        mistakes.push(
          `${pointer}/sentences/${at}: the place {${name}} has no parameter; declare it in ${pointer}/parameters`,
        );

  for (const [name, spec] of Object.entries(parameters)) {
    const { default: preset } = spec;
    if (preset !== undefined && readValue(spec, preset) === undefined)
      mistakes.push(
        `${pointer}/parameters/${name}/default: expected ${describeType(spec)}, found ${JSON.stringify(preset)}`,
      );
  }

  return mistakes;
}

/**
 * Clashes with the names and sentences of other states. A text that matches two sentences means the one with more words
 * of its own, so a clash would silently change the meaning of a pact.
 */
function clashesOf(state: ProviderState, pointer: string, others: readonly ProviderState[]): string[] {
  const names = others
    .filter(({ name }) => name === state.name)
    .map(({ name }) => `${pointer}/name: there is a state "${name}" already; choose another name`);
  // Sentences of this state that would mean another state.
  const taken = state.sentences.flatMap((sentence, at) => {
    const [match] = preferredOver(sentence, others);
    return match === undefined ? [] : [clash(`${pointer}/sentences/${at}`, sentence, match.state)];
  });
  if (taken.length > 0) return [...names, ...taken];

  // Sentences of other states that would mean this state.
  const stolen = others.flatMap((other) => {
    const sentences = other.sentences.filter((sentence) => preferredOver(sentence, [state]).length > 0);
    return sentences.map((sentence) => clash(`${pointer}/sentences`, sentence, other));
  });

  return [...names, ...stolen];
}

/** The states among `states` that the sentence would mean, although it belongs to another one. */
function preferredOver(sentence: string, states: readonly ProviderState[]): ReturnType<ReturnType<typeof matchesIn>> {
  const isOwn = (word: string): boolean => placesOf(word).length === 0;
  return matchesIn(states)(sentence).filter(({ ownWords }) => ownWords >= wordsOf(sentence).filter(isOwn).length);
}

/** The mistake of a sentence that means another state. */
function clash(pointer: string, sentence: string, { name }: ProviderState): string {
  return `${pointer}: "${sentence}" means the state "${name}" already; choose other words`;
}
