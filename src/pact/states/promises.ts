/**
 * A promise is what a provider state says about the whole world: how many items a list has, or what is not there. A
 * later state may break the promise, so promises are checked after each state.
 */

import type { FoundState } from './find-state.js';
import { ProviderStateError, type StateParameters } from './provider-state.js';
import { countIn, LISTS, providersForLevel, type CountedList, type ScoreLevel } from './set-up/lists.js';
import { isShipped } from './shipped-states.js';
import { unlessNotFound, type StateSandbox } from './state-sandbox.js';
import { findByHandle } from './world/ensure-party.js';

/**
 * Checks a promise. Returns what is otherwise than promised, as a part of a sentence; undefined if the promise holds.
 * @param last name of the state that was set up last
 */
type PromiseCheck = (sandbox: StateSandbox, parameters: StateParameters, last: string) => Promise<string | undefined>;

/**
 * Promises that each list has this many items.
 * @param wanted for states without the parameter `count`
 */
function hasItems(lists: readonly CountedList[], wanted?: number): PromiseCheck {
  return async (sandbox, { count = wanted }) => {
    for (const list of lists) {
      const actual = await countIn(sandbox, list);
      if (actual !== count) return `the list of ${list} has ${actual}, not ${String(count)}`;
    }
    return undefined;
  };
}

/**
 * Promises that the party has disclosed credentials of no other providers.
 * @param providersOf reads the allowed providers from the parameters of the state
 */
function disclosedOnly(providersOf: (parameters: StateParameters) => readonly string[]): PromiseCheck {
  return async (sandbox, parameters) => {
    const partyId = parameters['partyId'] as string | undefined;
    const party = partyId === undefined ? undefined : await unlessNotFound(() => sandbox.world.party(partyId));
    const wanted = providersOf(parameters);
    const other = party?.credentials.find(({ disclosed, provider }) => disclosed && !wanted.includes(provider));

    return other && `party "${partyId}" has disclosed a credential of ${other.provider}`;
  };
}

/**
 * A promise that is checked only after certain states. After other states, a pact may want what breaks the promise: a
 * further credential beside a score, for example.
 */
function brokenOnlyBy(breaking: readonly string[], check: PromiseCheck): PromiseCheck {
  return async (sandbox, parameters, last) => {
    if (!breaking.includes(last)) return undefined;
    return await check(sandbox, parameters, last);
  };
}

/** Promises that the party has disclosed a credential of each provider. */
const discloses: PromiseCheck = async (sandbox, parameters) => {
  const { partyId, providers } = parameters as { partyId?: string; providers: readonly string[] };
  // A new party is known to no other state, so nothing can break the promise.
  if (partyId === undefined) return undefined;

  const { credentials } = await sandbox.world.party(partyId);
  const missing = providers.find((wanted) =>
    credentials.every(({ disclosed, provider }) => !disclosed || provider !== wanted),
  );
  return missing && `party "${partyId}" discloses no credential of ${missing}`;
};

/** Promises that the credential is not disclosed, or does not exist. */
const notDisclosed: PromiseCheck = async (sandbox, { contractId }) => {
  const id = contractId as string | undefined;
  const existing = id === undefined ? undefined : await unlessNotFound(() => sandbox.world.credential(id));
  return existing?.disclosed ? `credential "${id}" is disclosed` : undefined;
};

/** Promises that the party does not exist. */
const partyUnknown: PromiseCheck = async ({ world }, { partyId }) => {
  const party = await unlessNotFound(() => world.party(partyId as string));
  return party && `party "${party.partyId}" exists`;
};

/** Promises that a look-up by the handle finds no party. */
const nobodyFound: PromiseCheck = async (sandbox, { q }) => {
  const parties = await findByHandle(sandbox, q as string);
  const isFound = parties.some(({ credentials }) => credentials.some(({ disclosed }) => disclosed));
  return isFound ? `a look-up of "${String(q)}" finds a party` : undefined;
};

/** Promises that the party has disclosed credentials of the providers of the level only. */
const onlyForLevel = disclosedOnly(({ level }) => providersForLevel(level as ScoreLevel));

/** The promises of shipped states, by name of the state. */
const PROMISES: ReadonlyMap<string, PromiseCheck> = new Map<string, PromiseCheck>([
  ['nobody', hasItems(LISTS, 0)],
  ['no-credentials', hasItems(['credentials', 'human scores'], 0)],
  ['no-human-scores', hasItems(['human scores'], 0)],
  ['users-count', hasItems(['users'])],
  ['credentials-count', hasItems(['credentials'])],
  ['human-scores-count', hasItems(['human scores'])],
  ['party-has-disclosed-only', disclosedOnly(({ providers }) => providers as readonly string[])],
  ['party-has-disclosed-nothing', disclosedOnly(() => [])],
  ['human-score-level', brokenOnlyBy(['party-has-disclosed', 'human-score-exists'], onlyForLevel)],
  ['party-has-disclosed', brokenOnlyBy(['party-has-disclosed-only', 'human-score-level'], discloses)],
  ['human-score-exists', brokenOnlyBy(['party-has-disclosed-only', 'human-score-level'], discloses)],
  ['credential-unknown', notDisclosed],
  ['credential-undisclosed', notDisclosed],
  ['party-unknown', partyUnknown],
  ['no-party-matches', nobodyFound],
]);

/** A promise that a state of the interaction has made. */
interface MadePromise {
  readonly sentence: string;
  readonly check: (last: string) => Promise<string | undefined>;
}

/**
 * Keeps the promises of the states that are set up in a sandbox. Call the returned function after each state: it checks
 * the promises of this state and of the states before it.
 * @throws ProviderStateError if a promise does not hold
 */
export function keepPromises(sandbox: StateSandbox): (found: FoundState) => Promise<void> {
  const made: MadePromise[] = [];
  const earlierSentences: string[] = [];
  return async ({ given: { name: sentence }, state, parameters }) => {
    // A state about time may break promises: what time changes is the purpose of such a state.
    if (state.group === 'time') return;

    // The state that was just set up may break an earlier promise.
    for (const one of made) refuseBroken(await one.check(state.name), [one.sentence, sentence]);

    const checkOfState = isShipped(state) ? PROMISES.get(state.name) : undefined;
    if (checkOfState !== undefined) {
      const check = (last: string): Promise<string | undefined> => checkOfState(sandbox, parameters, last);
      // The world may already contradict the new promise.
      refuseBroken(await check(state.name), [...earlierSentences, sentence]);
      made.push({ sentence, check });
    }
    earlierSentences.push(sentence);
  };
}

/**
 * Refuses states that contradict each other.
 * @param broken what is otherwise than promised; undefined if nothing is
 * @param sentences the states that contradict each other; a single one contradicts what the sandbox had from the start
 * @throws ProviderStateError if a promise is broken
 */
function refuseBroken(broken: string | undefined, sentences: readonly string[]): void {
  if (broken === undefined) return;

  const quoted = sentences.map((one) => `"${one}"`).join(' and ');
  const contradiction = `the provider states ${quoted} contradict each other: ${broken}; keep one of them`;
  const inVain = `provider state ${quoted} cannot be set up: ${broken}, and nothing can be removed; ${HOW_TO_EMPTY}`;
  throw new ProviderStateError(sentences.at(-1)!, sentences.length > 1 ? contradiction : inVain);
}

/** The remedy for a world that is not empty. */
const HOW_TO_EMPTY = 'open the sandbox with the fixture "empty" and the population 0';
