/**
 * Reads aliases: the phrases of a consumer, each with the state or states that it means. An alias is a provider state,
 * so everything that takes states takes aliases.
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

const aliasesValidator = once(() => compileSchema(shippedSchema('state-aliases')));

interface Meaning {
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
  const states = Object.entries(source.data as Readonly<Record<string, unknown>>).flatMap(([phrase, value], at) => {
    // A phrase means one state or several, each with or without parameters.
    const meanings = [value].flat().map((one) => ({ parameters: {}, ...(isObject(one) ? one : { state: one }) }));
    try {
      return [{ ...aliasState(phrase, meanings as Meaning[], registry), name: nameOf(phrase, at) }];
    } catch (error) {
      if (!(error instanceof ProviderStateError)) throw error;
      mistakes.push(mistakeIn(source, phrase, error.message));
      return [];
    }
  });
  if (mistakes.length > 0) throw new DocumentError(path, mistakes);

  return states;
}

function mistakeIn(source: SourceDocument, phrase: string, message: string): Mistake {
  const { message: located, ...place } = mistakeAt(source, `/${escapePointer(phrase)}`, message);
  return { ...place, message: located.replace(/^.*?: /s, `"${phrase}": `) };
}

/** A state that a phrase means. */
interface Target extends Meaning {
  /** The state that `state` names. */
  readonly meant: ProviderState;
  /** Parameters that the alias does not set: a pact may set them. */
  readonly open: ReadonlyMap<string, StateParameter>;
}

const ANY_TEXT: StateParameter = { type: 'text', description: 'The value in the phrase.' };

/** @throws ProviderStateError if a meaning is no state, or has a wrong parameter */
function aliasState(
  phrase: string,
  meanings: readonly Meaning[],
  registry: readonly ProviderState[],
): Omit<ProviderState, 'name'> {
  const places = placesOf(phrase);
  const targets = meanings.map((meaning) => targetOf(meaning, places, registry));
  const open = new Map(targets.flatMap((target) => [...target.open]));

  const unused = places.find((place) => !open.has(place) && !hasPlace(meanings, [place]));
  if (unused !== undefined)
    throw new ProviderStateError(phrase, `no state and no parameter contains its place {${unused}}`);

  const inPhrase = places.map((place) => [place, open.get(place) ?? ANY_TEXT] as const);
  const states = targets.map(({ meant }) => meant);
  const openings = states.flatMap(({ opensWith }) => opensWith ?? []);

  return {
    summary: `Means ${meanings.map(({ state }) => `"${state}"`).join(' and ')}.`,
    group: 'aliases',
    sentences: [phrase],
    parameters: Object.fromEntries([...open, ...inPhrase]),
    takesOthers: states.some(({ takesOthers }) => takesOthers === true),
    authentication: states.some(({ authentication }) => authentication === true),
    scenarios: states.flatMap(({ scenarios }) => scenarios ?? []),
    ...(openings.length > 0 && { opensWith: Object.assign({}, ...openings) as SandboxOpening }),
    means: (values) => targets.map((target) => givenState(target, places, values)),
    // The states that the alias means are set up in its place.
    setUp: () => undefined,
  };
}

/** The state that a meaning of an alias names. @param places those of the phrase */
function targetOf(
  { state, parameters }: Meaning,
  places: readonly string[],
  registry: readonly ProviderState[],
): Target {
  // `state` is the name of a state, or a sentence.
  const named = registry.find(({ name }) => name === state);
  const [match] = matchesIn(registry, state);
  // Throws for an unknown sentence, with the nearest sentences.
  const meant = named ?? match?.state ?? findState(registry, { name: state, params: {} }).state;
  const sentence = named === undefined ? state : named.sentences[0]!;

  const inSentence = named === undefined ? (match?.values ?? []) : [];
  const values = new Map<string, unknown>([...inSentence, ...Object.entries(parameters)]);
  // An object would also have `constructor` and other names.
  const specs = new Map(Object.entries(meant.parameters));

  for (const [name, value] of values) {
    const spec = specs.get(name);
    if (spec === undefined && meant.takesOthers !== true)
      throw new ProviderStateError(state, unknownParameter(state, name, [...specs.keys()]));
    // A value that contains a place is checked when a pact fills it.
    if (spec !== undefined && !hasPlace(value, places) && readValue(spec, value) === undefined)
      throw new ProviderStateError(state, `the ${mistakenValue(name, spec, value)}`);
  }

  const open = new Map([...specs].filter(([name]) => !values.has(name)));
  return { meant, state: sentence, parameters, open };
}

function unknownParameter(state: string, name: string, known: readonly string[]): string {
  return `the state "${state}" has no parameter "${name}"${nearest(name, known)}`;
}

/** Whether a value contains one of the places: `{name}`. */
function hasPlace(value: unknown, places: readonly string[]): boolean {
  const text = JSON.stringify(value);
  return places.some((place) => text.includes(`{${place}}`));
}

/** The state with the values of the phrase and of the pact. */
function givenState(
  { state, parameters, open, meant }: Target,
  places: readonly string[],
  values: StateParameters,
): GivenState {
  const filledPlaces = places.filter((place) => !open.has(place));
  const fillText = (text: string, quote = ''): string =>
    text.replaceAll(/\{([^{}]*)\}/g, (whole, place: string) =>
      filledPlaces.includes(place) ? `${quote}${String(values[place])}${quote}` : whole,
    );
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    return isObject(value) ? mapMembers(value, fill) : value;
  };

  const isOfPact = (name: string): boolean => open.has(name) || (meant.takesOthers === true && !places.includes(name));
  const fromPact = Object.fromEntries(Object.entries(values).filter(([name]) => isOfPact(name)));
  return { name: fillText(state, '"'), params: { ...mapMembers(parameters, fill), ...fromPact } };
}

/** The name of an alias in lists: the words of its phrase. */
function nameOf(phrase: string, at: number): string {
  const words = wordsOf(phrase.toLowerCase()).map((word) => word.replace(/[^a-z0-9]/g, ''));
  return ['alias', ...words.filter((word) => word !== ''), at + 1].join('-');
}
