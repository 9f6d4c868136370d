/** Selects the interactions to verify by consumer, description and state, and reports that none was verified. */

import { withoutUndefined } from '../common/json.js';
import type { LoadedPacts, SourceProblem } from '../pact/reading/load-pacts.js';
import type { PactFile, PactInteraction } from '../pact/pact-file.js';
import type { VerificationReport } from './report/verification-report.js';

/** All of them have to match. */
export interface InteractionFilters {
  /** Names of consumers: only their pacts are verified. Default: every consumer. */
  readonly consumers?: readonly string[];
  /** Regular expression: only interactions whose description it matches somewhere. Default: every interaction. */
  readonly description?: string;
  /** Regular expression: only interactions with a provider state that it matches somewhere. Default: all. */
  readonly state?: string;
  /** Only interactions without a provider state. Default: false. */
  readonly noState?: boolean;
}

interface SelectionOptions extends InteractionFilters {
  /** Whether a verification of nothing passes. Default: false. */
  readonly allowEmpty?: boolean;
}

/** Whether a filter may leave out a part of a pact. */
export function selectsParts({ description, state, noState = false }: InteractionFilters): boolean {
  return description !== undefined || state !== undefined || noState;
}

/**
 * The pacts with the interactions that pass the filters. What is left out is among the notices; a consumer without a
 * pact is a problem, unless sources may be empty.
 * @throws RangeError if a regular expression is not valid
 */
export function selectInteractions(
  loaded: LoadedPacts,
  { allowEmpty = false, ...filters }: SelectionOptions,
): LoadedPacts {
  const { consumers, description, state, noState = false } = filters;
  const filtersOfParts = { ...withoutUndefined({ description, state }), ...(noState && { 'no-state': true }) };
  const selects = selectorFor(filters);
  const ofConsumers = loaded.pacts.filter(({ consumer }) => consumers?.includes(consumer) ?? true);
  const unknown = allowEmpty ? [] : (consumers ?? []).flatMap((name) => missingConsumer(name, loaded.pacts));
  const selected = ofConsumers.map((pact) => ({ ...pact, interactions: pact.interactions.filter(selects) }));
  return {
    // A pact without interactions has lost nothing to the filters.
    pacts: selected.filter(({ interactions }, at) => interactions.length > 0 || sizeOf(ofConsumers[at]) === 0),
    problems: [...loaded.problems, ...unknown],
    notices: [
      ...loaded.notices,
      ...leftOutNotice('pacts', [loaded.pacts.length, ofConsumers.length], ['consumer']),
      ...leftOutNotice('interactions', [total(ofConsumers), total(selected)], Object.keys(filtersOfParts)),
    ],
  };
}

function selectorFor({ description, state, noState = false }: InteractionFilters): (one: PactInteraction) => boolean {
  const inDescription = patternIn('description', description);
  const inState = patternIn('state', state);
  return (interaction) =>
    (inDescription?.test(interaction.description) ?? true) &&
    (inState === undefined || interaction.states.some(({ name }) => inState.test(name))) &&
    (!noState || interaction.states.length === 0);
}

function patternIn(name: string, text: string | undefined): RegExp | undefined {
  if (text === undefined) return undefined;
  try {
    return new RegExp(text, 'u');
  } catch (error) {
    throw new RangeError(
      `--${name} (option "${name}"): expected a regular expression, found ${JSON.stringify(text)}: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

function missingConsumer(name: string, pacts: readonly PactFile[]): SourceProblem[] {
  if (pacts.length === 0 || pacts.some(({ consumer }) => consumer === name)) return [];
  const names = [...new Set(pacts.map(({ consumer }) => `"${consumer}"`))].toSorted().join(', ');
  return [{ source: '--consumer', message: `no pact is of the consumer "${name}"; they are of ${names}` }];
}

function leftOutNotice(
  things: string,
  [before, after]: readonly [number, number],
  filters: readonly string[],
): string[] {
  if (before === after) return [];
  return [`${before - after} of ${before} ${things} left out by ${filters.map((name) => `--${name}`).join(' and ')}`];
}

function total(pacts: readonly PactFile[]): number {
  return pacts.reduce((sum, pact) => sum + sizeOf(pact), 0);
}

function sizeOf(pact: PactFile | undefined): number {
  return pact?.interactions.length ?? 0;
}

/** The source of the problem that nothing was verified. */
export const NOTHING_VERIFIED = 'nothing was verified';

/**
 * The problem that no interaction passed or failed, or was not run: a verification that verified nothing must not pass, because nobody
 * would notice that the pacts have gone. None if another problem fails the verification already. A pending
 * interaction that fails does not count, unless a broker says that it is pending: then the broker shows the failure.
 */
export function nothingVerified(
  { pacts, problems }: LoadedPacts,
  { passed, failed, pending, notRun = 0 }: VerificationReport['counts'],
  options: SelectionOptions,
): SourceProblem[] {
  const isPendingAtBroker = pending > 0 && pacts.some(({ broker }) => broker?.pending === true);
  if (options.allowEmpty === true || passed + failed + notRun > 0 || isPendingAtBroker || problems.length > 0)
    return [];
  return [
    { source: NOTHING_VERIFIED, message: `${reasonOf(pacts, pending, options)}; verify others, or add --allow-empty` },
  ];
}

function reasonOf(pacts: LoadedPacts['pacts'], pending: number, filters: InteractionFilters): string {
  if (pending > 0)
    return pending === 1
      ? 'the only interaction is pending and did not pass'
      : `all ${pending} interactions are pending and did not pass`;
  if (filters.consumers !== undefined || selectsParts(filters)) return 'the filters leave no interaction';
  if (pacts.some(({ messages }) => messages.length > 0))
    return 'the pacts have messages only, and an HTTP service cannot verify them';
  return pacts.length === 0 ? 'there is no pact' : 'the pacts have no interactions';
}
