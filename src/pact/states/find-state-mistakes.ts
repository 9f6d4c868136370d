/** Finds what is wrong with states that a consumer adds: better when they are loaded than in the middle of a verification. */

import { violationsOf } from '../../contract/violation.js';
import { compileSchema } from '../../documents/check-document.js';
import { matchesIn } from './find-state.js';
import type { ProviderState } from './provider-state.js';
import { describeType, readValue } from './read-parameters.js';
import { placesOf, wordsOf } from './sentence.js';
import { STATES_SCHEMA } from './state-shape.js';

/** A sentence for each mistake, with a JSON pointer to it. */
export function findStateMistakes(given: unknown, shipped: readonly ProviderState[]): string[] {
  const validate = compileSchema(STATES_SCHEMA);
  if (!validate(given))
    return violationsOf(validate.errors ?? [], 'body').map(
      ({ pointer, expected, value }) =>
        `${pointer === '' ? 'the export' : pointer}: expected ${expected}, found ${value ?? 'nothing'}`,
    );
  const own = (given as ProviderState[]).map(complete);
  const inThemselves = own.flatMap((state, at) => mistakesIn(state, `/${at}`));
  // What is malformed cannot be compared.
  return inThemselves.length > 0
    ? inThemselves
    : own.flatMap((state, at) => clashesOf(state, `/${at}`, [...shipped, ...own.slice(0, at)]));
}

function mistakesIn(state: ProviderState, pointer: string): string[] {
  const { sentences, parameters } = state;
  const { setUp } = state as { readonly setUp: unknown };
  const strangers = sentences.flatMap((sentence, at) =>
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
    ...strangers,
    ...defaults.map(
      ([name, spec]) =>
        `${pointer}/parameters/${name}/default: expected ${describeType(spec)}, found ${JSON.stringify(spec.default)}`,
    ),
  ];
}

/** Names and sentences that others have. Of two sentences that a text may be, the one with more words of its own is meant. */
function clashesOf(state: ProviderState, pointer: string, others: readonly ProviderState[]): string[] {
  const named = others
    .filter(({ name }) => name === state.name)
    .map(({ name }) => `${pointer}/name: there is a state "${name}" already; choose another name`);
  const taken = state.sentences.flatMap((sentence, at) =>
    matchesIn(others, sentence)
      .filter(({ ownWords }) => ownWords >= ownWordsOf(sentence))
      .slice(0, 1)
      .map((match) => clash(`${pointer}/sentences/${at}`, sentence, match.state)),
  );
  const stolen = others.flatMap((other) =>
    other.sentences.flatMap((sentence) =>
      matchesIn([state], sentence)
        .filter(({ ownWords }) => ownWords >= ownWordsOf(sentence))
        .map(() => clash(`${pointer}/sentences`, sentence, other)),
    ),
  );
  return [...named, ...(taken.length > 0 ? taken : stolen)];
}

function clash(pointer: string, sentence: string, { name }: ProviderState): string {
  return `${pointer}: "${sentence}" means the state "${name}" already; choose other words`;
}

function ownWordsOf(sentence: string): number {
  return wordsOf(sentence).filter((word) => placesOf(word).length === 0).length;
}

/** The state as the registry holds it: a consumer may leave `parameters` out. */
export function complete(state: ProviderState): ProviderState {
  const { parameters } = state as Partial<ProviderState>;
  return parameters === undefined ? { ...state, parameters: {} } : state;
}
