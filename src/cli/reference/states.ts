/** `id-emulator states`: lists and describes the provider states. */

import { withoutUndefined } from '../../common/json.js';
import { nearest } from '../../contract/suggestions.js';
import { findState, type FoundState } from '../../pact/states/find-state.js';
import { statesWith } from '../../pact/states/load-states.js';
import { ProviderStateError, type ProviderState } from '../../pact/states/provider-state.js';
import { describeParameter, remarksOn } from '../../pact/states/describe-states.js';
import { UsageError } from '../terminal/failure.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';

type StatesFlags = FlagsOf<'states list'>;

export const ACTIONS: Actions<'states list' | 'states show'> = {
  'states list': async ({ flags, terminal }) => terminal.print(listStates(await statesWith(flags.states), flags)),
  'states show': async ({ words: [name], flags, terminal }) =>
    terminal.print(showState(await statesWith(flags.states), name!, flags)),
};

/** `states list`: one line per state, or JSON. */
export function listStates(states: readonly ProviderState[], { json = false }: Pick<StatesFlags, 'json'> = {}): string {
  if (json) return `${JSON.stringify(states, undefined, 2)}\n`;

  // A state without a group comes from a file of the user.
  const groupWidth = Math.max(...states.map(({ group = 'own' }) => group.length));
  const nameWidth = Math.max(...states.map(({ name }) => name.length));

  const lines = states.map(({ group = 'own', name, sentences: [sentence = ''] }) => {
    return `${group.padEnd(groupWidth)}  ${name.padEnd(nameWidth)}  ${sentence}\n`;
  });
  return lines.join('');
}

/**
 * `states show <name>`: describes a state; for a sentence, also the parameters in it.
 * @throws UsageError if no state has that name or matches the sentence
 */
export function showState(
  states: readonly ProviderState[],
  nameOrSentence: string,
  { json = false }: Pick<StatesFlags, 'json'> = {},
): string {
  // A text that is no name of a state has to be one of the sentences that pacts can write.
  const named = states.find(({ name }) => name === nameOrSentence);
  const found = named === undefined ? stateOfSentence(states, nameOrSentence) : undefined;
  const state = named ?? found!.state;
  const parameters = found?.parameters;
  if (json) return `${JSON.stringify({ ...state, ...withoutUndefined({ found: parameters }) }, undefined, 2)}\n`;

  const values = Object.entries(parameters ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const valuesText = values.length === 0 ? '' : `\n  parameters in "${nameOrSentence}"\n${indented(values)}`;

  return `${state.name} (${state.group ?? 'own'})

  ${[state.summary, ...remarksOn(state)].join('\n  ')}

  a pact can write
${indented(state.sentences)}${parametersText(state)}${valuesText}`;
}

/** Lines of a text, each moved to the right. */
function indented(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}\n`).join('');
}

/** Finds the state that has the text as one of its sentences. @throws UsageError if there is none */
function stateOfSentence(states: readonly ProviderState[], text: string): FoundState {
  try {
    return findState(states, { name: text, params: {} });
  } catch (error) {
    if (!(error instanceof ProviderStateError)) throw error;

    // The error suggests similar sentences. Without a blank, the text is a mistyped name.
    const isSentence = text.includes(' ');
    if (isSentence) throw new UsageError(error.message);

    const names = states.map(({ name }) => name);
    throw new UsageError(`there is no provider state "${text}"${nearest(text, names)}`);
  }
}

/** The parameters of a state, a line each. */
function parametersText({ parameters }: ProviderState): string {
  const lines = Object.entries(parameters).map(([name, spec]) => {
    return `${name.padEnd(14)}  ${spec.description} (${describeParameter(spec)})`;
  });
  return lines.length === 0 ? '' : `\n  parameters\n${indented(lines)}`;
}
