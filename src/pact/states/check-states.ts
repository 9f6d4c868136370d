/** Checks the states of a consumer when they are loaded, before a verification uses them. */

import { shippedSchema } from '../../common/shipped-files.js';
import { once } from '../../contract/schema/lazy.js';
import { violationsOf } from '../../contract/violation.js';
import { compileSchema } from '../../contract/documents/check-document.js';
import { DocumentError } from '../../contract/documents/read-document.js';
import { matchesIn } from './find-state.js';
import type { ProviderState } from './provider-state.js';
import { describeType, readValue } from './read-parameters.js';
import { placesOf, wordsOf } from './sentence.js';
import { providerStates } from './shipped-states.js';

/**
 * Returns the states, with default members added.
 * @param source where they come from, for messages
 * @throws DocumentError with all mistakes, name clashes with shipped states included
 */
export function checkStates(source: string, states: readonly unknown[]): readonly ProviderState[] {
  const mistakes = findMistakes(states);
  if (mistakes.length > 0)
    throw new DocumentError(
      source,
      mistakes.map((message) => ({ message })),
    );
  return (states as readonly ProviderState[]).map(withDefaults);
}

const statesValidator = once(() => compileSchema(shippedSchema('provider-states')));

/** A sentence for each mistake, with a JSON pointer to it. */
function findMistakes(given: readonly unknown[]): string[] {
  const validate = statesValidator();
  if (!validate(given))
    return violationsOf(validate.errors ?? [], 'body').map(
      ({ pointer, expected, value }) =>
        `${pointer === '' ? 'the export' : pointer}: expected ${expected}, found ${value ?? 'nothing'}`,
    );
  const own = (given as readonly ProviderState[]).map(withDefaults);
  const mistakes = own.flatMap((state, at) => mistakesIn(state, `/${at}`));
  // Malformed states cannot be compared.
  return mistakes.length > 0
    ? mistakes
    : own.flatMap((state, at) => clashesOf(state, `/${at}`, [...providerStates, ...own.slice(0, at)]));
}

/** A consumer's state may lack `parameters`. */
function withDefaults(state: ProviderState): ProviderState {
  const { parameters } = state as Partial<ProviderState>;
  return parameters === undefined ? { ...state, parameters: {} } : state;
}

function mistakesIn(state: ProviderState, pointer: string): string[] {
  const { sentences, parameters } = state;
  const { setUp } = state as { readonly setUp: unknown };
  const undeclared = sentences.flatMap((sentence, at) =>
    placesOf(sentence)
      .filter((name) => !Object.hasOwn(parameters, name))
      .map(
        (name) =>
          `${pointer}/sentences/${at}: the place {${name}} has no parameter; declare it in ${pointer}/parameters`,
      ),
  );
  const defaults = Object.entries(parameters).filter(
    ([, spec]) => spec.default !== undefined && readValue(spec, spec.default) === undefined,
  );
  return [
    ...(typeof setUp === 'function' ? [] : [`${pointer}/setUp: expected a function, found ${typeof setUp}`]),
    ...undeclared,
    ...defaults.map(
      ([name, spec]) =>
        `${pointer}/parameters/${name}/default: expected ${describeType(spec)}, found ${JSON.stringify(spec.default)}`,
    ),
  ];
}

/** Names and sentences of other states. A text that matches two sentences means the one with more words of its own. */
function clashesOf(state: ProviderState, pointer: string, others: readonly ProviderState[]): string[] {
  const names = others
    .filter(({ name }) => name === state.name)
    .map(({ name }) => `${pointer}/name: there is a state "${name}" already; choose another name`);
  const taken = state.sentences.flatMap((sentence, at) =>
    preferredOver(sentence, others)
      .slice(0, 1)
      .map((match) => clash(`${pointer}/sentences/${at}`, sentence, match.state)),
  );
  const own = [state];
  const stolen = others.flatMap((other) =>
    other.sentences.flatMap((sentence) =>
      preferredOver(sentence, own).map(() => clash(`${pointer}/sentences`, sentence, other)),
    ),
  );
  return [...names, ...(taken.length > 0 ? taken : stolen)];
}

/** The states that this sentence would mean, although it belongs to another state. */
function preferredOver(sentence: string, states: readonly ProviderState[]): ReturnType<typeof matchesIn> {
  const ownWords = wordsOf(sentence).filter((word) => placesOf(word).length === 0).length;
  return matchesIn(states, sentence).filter((match) => match.ownWords >= ownWords);
}

function clash(pointer: string, sentence: string, { name }: ProviderState): string {
  return `${pointer}: "${sentence}" means the state "${name}" already; choose other words`;
}
