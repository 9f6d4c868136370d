/**
 * Writes `src/pact/states/declared-states.ts`: what the files in `src/pact/states/catalogue/` declare, with the types
 * of all sentences and parameters. A sentence is the text by which a pact names a provider state.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { mapMembers } from '../src/common/json.js';
import type { ProviderState, StateParameter } from '../src/pact/states/provider-state.js';

type Parameters = Readonly<Record<string, StateParameter>>;

/** A state as a file of the catalogue has it. Other members are those of a `ProviderState`. */
interface WrittenState extends Omit<ProviderState, 'name' | 'group' | 'sentences' | 'parameters' | 'setUp'> {
  /**
   * A text may have alternatives: `(party|user) {partyId} exists` stands for one sentence with each word. An empty
   * alternative makes words optional, as in `(the |)party exists`.
   */
  readonly sentences: readonly string[];
  /** Parameters by name. A text is the name of a parameter in `parameters.yaml`. Default: none. */
  readonly parameters?: Readonly<Record<string, string | StateParameter>>;
  /** The scenario that the state switches on. Only a state that does nothing else has it. */
  readonly scenario?: string;
  /** The scenario's parameters. The text `{retryAfter}` is the value of that parameter of the state. Default: none. */
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The source with the declarations. */
export function declaredStates(): string {
  const states = writtenStates();
  const shared = parsed('parameters') as Parameters;
  const declared = states.map((state) => declaredState(state, shared));
  const switchedOn = states.flatMap(({ name, scenario, with: parameters = {} }) =>
    scenario === undefined ? [] : [[name, { scenario, parameters }]],
  );
  const meanings = declared.flatMap(({ name, sentences }) =>
    sentences.map((sentence) => `  ${json(sentence)}: ${json(name)};`),
  );
  const types = declared.map(({ name, parameters }) => `  ${json(name)}: ${parametersType(parameters)};`);
  const needingNothing = declared.filter(({ parameters }) => Object.values(parameters).every(isOptional));

  return `/** The provider states that come with the package. Generated from \`catalogue/\` by the build. */

/** In the order of the documentation. */
export const declaredStates = ${json(declared)} as const;

/** The scenarios of states that only switch on a scenario, by the name of the state. */
export const scenariosOfStates = ${json(Object.fromEntries(switchedOn))} as const;

/** The name of the state that each sentence means. */
export interface StatesOfSentences {
${meanings.join('\n')}
}

/** A sentence of a shipped state, \`{parameters}\` included. */
export type StateSentence = keyof StatesOfSentences;

/** What a pact may pass to each state: parameters without a default are required. */
export interface ParametersOfStates {
${types.join('\n')}
}

/** The name of a state without required parameters. */
export type StateThatNeedsNothing =
${needingNothing.map(({ name }) => `  | ${json(name)}`).join('\n')};
`;
}

type NamedState = WrittenState & { readonly group: string; readonly name: string };

/** The states of all groups. */
function writtenStates(): NamedState[] {
  const groups = parsed('groups') as readonly string[];
  return groups.flatMap((group) => {
    const states = parsed(group) as Readonly<Record<string, WrittenState>>;
    return Object.entries(states).map(([name, state]) => ({ group, name, ...state }));
  });
}

/** The state as the package has it, without its function `setUp`. */
function declaredState(state: NamedState, shared: Parameters): Omit<ProviderState, 'setUp'> {
  const { name, group, summary, sentences, parameters = {}, scenario, with: _, ...others } = state;
  return {
    name,
    group: group.replaceAll('-', ' '),
    summary,
    sentences: sentences.flatMap(alternativesOf),
    parameters: mapMembers(parameters, (spec) => (typeof spec === 'string' ? sharedParameter(shared, spec) : spec)),
    ...others,
    ...(scenario !== undefined && { scenarios: [scenario] }),
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function isOptional({ optional, default: preset }: StateParameter): boolean {
  return optional === true || preset !== undefined;
}

function parametersType(parameters: Parameters): string {
  const members = Object.entries(parameters).map(
    ([name, spec]) => `    /** ${spec.description} */\n    ${name}${isOptional(spec) ? '?' : ''}: ${valueType(spec)};`,
  );
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n  }`;
}

function valueType({ type, choices }: StateParameter): string {
  const text = choices === undefined ? 'string' : choices.map((choice) => json(choice)).join(' | ');
  if (type === 'list') return choices === undefined ? 'string[]' : `(${text})[]`;
  return type === 'number' || type === 'boolean' ? type : text;
}

/** A file of the catalogue. */
function parsed(name: string): unknown {
  return parse(readFileSync(`src/pact/states/catalogue/${name}.yaml`, 'utf8'));
}

/** @throws Error if there is no parameter of this name */
function sharedParameter(shared: Parameters, name: string): StateParameter {
  if (shared[name] === undefined) throw new Error(`parameters.yaml has no parameter "${name}"`);
  return shared[name];
}

/** The sentences that a text with alternatives means: `a b d` and `a c d` for `a (b|c) d`. */
export function alternativesOf(text: string): string[] {
  // The first alternatives of the text; the rest of the text may have more.
  const [, before = '', choices, after = ''] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(text) ?? [];
  if (choices === undefined) return [text];

  const ends = alternativesOf(after);

  return choices.split('|').flatMap((choice) => ends.map((end) => before + choice + end));
}
