/** Reads the parameters of a state from a pact: from the sentence, or from the state's parameters. */

import type { GivenState } from '../pact-file.js';
import { ProviderStateError } from './provider-state.js';
import type { ProviderState, StateParameter, StateParameters, StateValue } from './provider-state.js';

/**
 * The values of all parameters, defaults included.
 * @param inSentence texts from the sentence, by parameter
 * @throws ProviderStateError with every mistake
 */
export function readParameters(
  state: ProviderState,
  given: GivenState,
  inSentence: ReadonlyMap<string, string>,
): StateParameters {
  const mistakes: string[] = [];
  const params = new Map(Object.entries(given.params));
  const read = new Map(state.takesOthers === true ? params : []);

  for (const [name, spec] of Object.entries(state.parameters)) {
    const sent = [inSentence.get(name), params.get(name)].filter((value) => value !== undefined);
    const mistaken = sent.filter((value) => readValue(spec, value) === undefined);
    mistakes.push(...mistaken.map((value) => mistakenValue(name, spec, value)));

    // If there are two values, the first is from the sentence, and the second from the parameters.
    const [value = spec.default, second] = sent.map((one) => readValue(spec, one));
    if (second !== undefined && JSON.stringify(value) !== JSON.stringify(second))
      mistakes.push(
        `parameter "${name}" is ${JSON.stringify(value)} in the sentence, and ${JSON.stringify(second)} in the parameters`,
      );

    if (value === undefined && sent.length === 0 && spec.optional !== true)
      mistakes.push(`parameter "${name}" is missing: ${spec.description}`);
    if (value !== undefined) read.set(name, value);
  }

  mistakes.push(...unknownParameters(state, given));
  if (mistakes.length > 0)
    throw new ProviderStateError(given.name, `provider state "${given.name}": ${mistakes.join('; ')}`);

  return Object.fromEntries(read);
}

/** Sentences about the parameters in the pact that the state does not have. */
function unknownParameters({ parameters, takesOthers }: ProviderState, { params }: GivenState): string[] {
  if (takesOthers === true) return [];

  const names = Object.keys(parameters);
  const valid = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;

  return Object.keys(params)
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((name) => `it has no parameter "${name}" (${valid})`);
}

/** The sentence about a value for which {@link readValue} returns undefined. */
export function mistakenValue(name: string, spec: StateParameter, value: unknown): string {
  return `parameter "${name}" takes ${describeType(spec)}, not ${JSON.stringify(value)}`;
}

/** The values that a parameter accepts, in words: `a number from 1`. */
export function describeType({ type, choices, minimum, maximum }: StateParameter): string {
  const names = choices?.join(', ');
  if (names !== undefined) return type === 'list' ? `a list of ${names}` : `one of ${names}`;
  if (type !== 'number')
    return { text: 'a text', rest: 'a text', boolean: 'true or false', list: 'a list of texts' }[type];

  const from = minimum === undefined ? '' : ` from ${minimum}`;
  const to = maximum === undefined ? '' : ` to ${maximum}`;
  return `a number${from}${to}`;
}

/** The texts that are written for a boolean in a sentence. */
const BOOLEANS = new Map(Object.entries({ true: true, false: false }));

/** Converts a value to the parameter's type; undefined if that is impossible. */
export function readValue(spec: StateParameter, value: unknown): StateValue | undefined {
  switch (spec.type) {
    case 'text':
    case 'rest':
      return typeof value === 'string' || typeof value === 'number' ? chosen(unquoted(String(value)), spec) : undefined;
    case 'number':
      // In a sentence, a number is a text.
      return inRange(typeof value === 'string' && value.trim() !== '' ? Number(value) : value, spec);
    case 'boolean':
      return typeof value === 'boolean' ? value : BOOLEANS.get(String(value).toLowerCase());
    case 'list':
      return listOf(value, spec);
  }
}

/** The value if it is a number in the range of the parameter; otherwise undefined. */
function inRange(value: unknown, { minimum = -Infinity, maximum = Infinity }: StateParameter): number | undefined {
  return typeof value === 'number' && value >= minimum && value <= maximum ? value : undefined;
}

/**
 * The texts of a list, which may be written in one text. Undefined if one of them is impossible, or if there are none.
 */
function listOf(value: unknown, spec: StateParameter): string[] | undefined {
  const list = typeof value === 'string' ? split(value) : value;
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const texts = items.map((item) => (typeof item === 'string' ? chosen(unquoted(item), spec) : undefined));

  return texts.length === 0 || texts.includes(undefined) ? undefined : (texts as string[]);
}

/** Splits "A, B and C". Commas and blanks inside quotation marks do not separate. */
function split(text: string): string[] {
  return [...text.matchAll(/"[^"]*"|'[^']*'|`[^`]*`|[^\s,&]+/g)]
    .map(([item]) => item)
    .filter((item) => item.toLowerCase() !== 'and');
}

/** The text without quotation marks around it: pacts quote values that contain blanks. */
function unquoted(text: string): string {
  return /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text;
}

/** The text, or the choice that equals it in any case. Undefined if the text is empty, or no choice. */
function chosen(text: string, { choices }: StateParameter): string | undefined {
  if (text === '') return undefined;
  return choices === undefined ? text : choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
}
