/**
 * Reads aliases. An alias is a phrase of the consumer's own, with the state or states that it means. It is a provider
 * state itself, so everything that takes states takes aliases.
 */

import { escapePointer, isObject, mapMembers } from '../../common/json.js';
import { shippedSchema } from '../../common/shipped-files.js';
import { once } from '../../contract/schema/lazy.js';
import { nearest } from '../../contract/suggestions.js';
import { compileSchema, mistakeAt, readOfShape } from '../../contract/documents/check-document.js';
import { DocumentError, type Mistake, type SourceDocument } from '../../contract/documents/read-document.js';
import type { GivenState } from '../pact-file.js';
import { findState, matchesIn } from './find-state.js';
import { ProviderStateError } from './provider-state.js';
import type { ProviderState, SandboxOpening, StateParameter, StateParameters } from './provider-state.js';
import { mistakenValue, readValue } from './read-parameters.js';
import { placesOf, wordsOf } from './sentence.js';

/** Checks the shape of a file with aliases. */
const aliasesValidator = once(() => compileSchema(shippedSchema('state-aliases')));

/** One of the states that an alias means, as the file writes it. */
interface Meaning {
  /** The name of a state, or one of its sentences. */
  readonly state: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * The aliases of a YAML or JSON file, as provider states.
 * @param registry the states that the aliases may mean
 * @throws DocumentError with line and column of every mistake
 */
export function loadAliases(path: string, registry: readonly ProviderState[]): readonly ProviderState[] {
  const source = readOfShape(path, aliasesValidator());
  const mistakes: Mistake[] = [];
  const states: ProviderState[] = [];

  const phrases = Object.entries(source.data as Readonly<Record<string, unknown>>);
  for (const [at, [phrase, value]] of phrases.entries()) {
    // A phrase means one state or several, each with or without parameters.
    const meanings = [value].flat().map((one) => ({ parameters: {}, ...(isObject(one) ? one : { state: one }) }));
    try {
      states.push({ ...aliasState(phrase, meanings as Meaning[], registry), name: nameOf(phrase, at) });
    } catch (error) {
      if (!(error instanceof ProviderStateError)) throw error;
      mistakes.push(mistakeIn(source, phrase, error.message));
    }
  }

  if (mistakes.length > 0) throw new DocumentError(path, mistakes);

  return states;
}

/**
 * The mistake at a phrase of the file. The phrase replaces the JSON pointer in the message, because people recognize
 * it.
 */
function mistakeIn(source: SourceDocument, phrase: string, message: string): Mistake {
  const { message: located, ...place } = mistakeAt(source, `/${escapePointer(phrase)}`, message);
  // `mistakeAt` begins the message with the JSON pointer.
  return { ...place, message: located.replace(/^.*?: /s, `"${phrase}": `) };
}

/** A meaning whose state was found. */
interface Target extends Meaning {
  /** The state that `state` names. */
  readonly meant: ProviderState;
  /** The parameters that the alias does not set, so that a pact may set them. */
  readonly openParameters: ReadonlyMap<string, StateParameter>;
}

/** The type of a place that fills a part of a text. */
const ANY_TEXT: StateParameter = { type: 'text', description: 'The value in the phrase.' };

/** The alias as a provider state. @throws ProviderStateError if a meaning is no state, or has a wrong parameter */
function aliasState(
  phrase: string,
  meanings: readonly Meaning[],
  registry: readonly ProviderState[],
): Omit<ProviderState, 'name'> {
  const places = placesOf(phrase);
  const targets = meanings.map((meaning) => targetOf(meaning, places, registry));
  const openParameters = new Map(targets.flatMap((target) => [...target.openParameters]));

  // A place that fills nothing would silently be ignored.
  const unused = places.find((place) => !openParameters.has(place) && !hasPlace(meanings, [place]));
  if (unused !== undefined)
    throw new ProviderStateError(phrase, `no state and no parameter contains its place {${unused}}`);

  // The value of a place has the type of the open parameter that it fills. If it fills a part of a text, any text will
  // do.
  const ofPlaces = places.map((place) => [place, openParameters.get(place) ?? ANY_TEXT] as const);
  const states = targets.map(({ meant }) => meant);
  const openings = states.flatMap(({ opensWith }) => opensWith ?? []);

  return {
    summary: `Means ${meanings.map(({ state }) => `"${state}"`).join(' and ')}.`,
    group: 'aliases',
    sentences: [phrase],
    parameters: Object.fromEntries([...openParameters, ...ofPlaces]),
    takesOthers: states.some(({ takesOthers }) => takesOthers === true),
    authentication: states.some(({ authentication }) => authentication === true),
    scenarios: states.flatMap(({ scenarios }) => scenarios ?? []),
    ...(openings.length > 0 && { opensWith: Object.assign({}, ...openings) as SandboxOpening }),
    means: (values) => targets.map((target) => givenState(target, places, values)),
    // The states that the alias means are set up in its place.
    setUp: () => undefined,
  };
}

/**
 * Finds the state that a meaning of an alias names.
 * @param places those of the phrase
 */
function targetOf(
  { state, parameters }: Meaning,
  places: readonly string[],
  registry: readonly ProviderState[],
): Target {
  // `state` is the name of a state, or a sentence.
  const named = registry.find(({ name }) => name === state);
  const [match] = matchesIn(registry)(state);
  // For an unknown sentence, `findState` throws an error that names the nearest sentences.
  const meant = named ?? match?.state ?? findState(registry, { name: state, params: {} }).state;
  // A state that is given by name has to be written as a sentence; which of its sentences does not matter.
  const sentence = named === undefined ? state : named.sentences[0]!;

  // The values that the alias sets, and the parameters that the state has.
  const inSentence = named === undefined ? (match?.values ?? []) : [];
  const values = new Map<string, unknown>([...inSentence, ...Object.entries(parameters)]);
  // A map, because an object would also have `constructor` and other inherited names.
  const declared = new Map(Object.entries(meant.parameters));

  for (const [name, value] of values) {
    const spec = declared.get(name);
    if (spec === undefined && meant.takesOthers !== true) {
      const similar = nearest(name, [...declared.keys()]);
      throw new ProviderStateError(state, `the state "${state}" has no parameter "${name}"${similar}`);
    }

    // A value that contains a place is checked later, when a pact fills the place.
    if (spec !== undefined && !hasPlace(value, places) && readValue(spec, value) === undefined)
      throw new ProviderStateError(state, `the ${mistakenValue(name, spec, value)}`);
  }

  const openParameters = new Map([...declared].filter(([name]) => !values.has(name)));
  return { meant, state: sentence, parameters, openParameters };
}

/** Whether a value contains one of the places (`{name}`), at any depth. */
function hasPlace(value: unknown, places: readonly string[]): boolean {
  const text = JSON.stringify(value);
  return places.some((place) => text.includes(`{${place}}`));
}

/**
 * The state that the alias means in a pact: its sentence and parameters, filled with the values of the phrase and of
 * the pact.
 */
function givenState(
  { state, parameters, openParameters, meant }: Target,
  places: readonly string[],
  values: StateParameters,
): GivenState {
  // A place with the name of an open parameter is passed as this parameter instead.
  const filledPlaces = places.filter((place) => !openParameters.has(place));

  const fillText = (text: string, quote = ''): string =>
    text.replaceAll(/\{([^{}]*)\}/g, (whole, place: string) =>
      filledPlaces.includes(place) ? `${quote}${String(values[place])}${quote}` : whole,
    );
  const fillInside = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fillInside);
    return isObject(value) ? mapMembers(value, fillInside) : value;
  };

  const isPassedOn = ([name]: [string, unknown]): boolean => {
    if (openParameters.has(name)) return true;
    // A value that only fills a place in a text is no parameter of the state.
    return meant.takesOthers === true && !places.includes(name);
  };

  const passedOn = Object.fromEntries(Object.entries(values).filter(isPassedOn));
  // In a sentence, quotes keep a value with blanks together.
  return { name: fillText(state, '"'), params: { ...mapMembers(parameters, fillInside), ...passedOn } };
}

/** The name of an alias in lists: the words of its phrase. The number keeps names apart whose words are equal. */
function nameOf(phrase: string, at: number): string {
  const words = wordsOf(phrase.toLowerCase()).map((word) => word.replace(/[^a-z0-9]/g, ''));
  return ['alias', ...words.filter((word) => word !== ''), at + 1].join('-');
}
