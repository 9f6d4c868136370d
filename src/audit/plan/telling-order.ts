/**
 * The order of a plan. First come the faults that show most real mistakes, and last come the faults that were already
 * tried at another call.
 */

import { membersOf } from '../../common/json.js';
import { specDocument } from '../../contract/documents/prepared.js';
import { once } from '../../contract/schema/lazy.js';
import { type Exchange, jsonOf } from '../../emulator/journal/exchange.js';
import { isFailure } from '../../emulator/journal/outcome.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { AuditOrder } from '../audit-types.js';
import { faultClasses } from '../expectations/fault-classes.js';
import { pageBefore } from '../expectations/list-walk.js';
import { type Call, parametersOf, placeOf } from '../run/calls.js';
import { cellName, type PlanEntry } from './plan.js';

const order = once(() => specDocument('audit-order') as AuditOrder);

/** Whether a client may make another mistake at each operation after a fault of the class. */
export function mayDifferByOperation({ fault }: Pick<PlanEntry, 'fault'>): boolean {
  return order().byOperation.includes(fault.id);
}

/**
 * Whether a client may react with a mistake at one call of an operation, and without one at the next: other data may
 * crash one part of its program alone. Without a report of tests, nobody knows which part sends a call.
 */
export function mayDifferByCall({ fault, call }: Pick<PlanEntry, 'fault' | 'call'>): boolean {
  const isTelling = order().telling.some((row) => row.fault === fault.id);
  const isOtherData = fault.changesData && isTelling && mayDifferByOperation({ fault });

  return call.test === undefined && isOtherData;
}

/** Whether the entry is a failed read, which is tried early: any read may turn its failure into a wrong answer. */
function isFailedRead({ fault, kind }: PlanEntry): boolean {
  return kind === 'read' && (fault.id === 'lasting-error' || fault.id === 'server-error');
}

/** Ranks of entries: the lowest rank is tried first. The most telling entries have negative ranks. */
const RANK = { failedRead: -0.5, otherData: 0, manyCalls: 0.4, newClass: 1, knownClass: 2, variant: 3 };

/**
 * Sorts entries, in this order:
 * 1. The most telling entries.
 * 2. Failures of each kind of read, then other data at each operation.
 * 3. One entry of each other class, then one entry of each class at the other operations.
 * 4. Variants, then the last call of each operation, and the rest.
 */
export function mostTellingFirst(entries: readonly PlanEntry[]): PlanEntry[] {
  const chosen = mostTellingOf(entries);
  const unclear = unclearExchanges(entries);
  // Grows while entries are ranked: the first entry of a class gets a better rank than the next ones.
  const knownClasses = new Set(chosen.map(({ fault }) => fault.id));
  const cells = groupBy([...chosen, ...entries], (entry) => {
    const parameters = isFailedRead(entry) ? parametersOf(entry.call) : '';
    return `${cellName(entry)} ${parameters}`;
  });
  const rankOf = (entry: PlanEntry, indexInCell: number): number => {
    const { fault } = entry;
    if (chosen.includes(entry)) return chosen.indexOf(entry) - chosen.length;
    // Other data crashes a client at one operation or one call only, and seldom needs a run of its own.
    if (mayDifferByOperation(entry) && fault.changesData && indexInCell < 2) return RANK.otherData + indexInCell / 2;
    if (mayDifferByCall(entry)) return RANK.manyCalls;
    // Each part of a program has its own races. Few calls overlap, so that few entries come before other classes.
    if (fault.schedule !== undefined && indexInCell > 0 && indexInCell < 4) return RANK.newClass + indexInCell / 4;
    // A further call of a cell seldom shows more than the first.
    if (indexInCell > 0) return RANK.variant + indexInCell;
    if (isFailedRead(entry)) return RANK.failedRead;
    if (fault.variant !== undefined) return RANK.variant;
    if (knownClasses.has(fault.id) && !mayDifferByOperation(entry)) return RANK.knownClass;

    knownClasses.add(fault.id);
    return RANK.newClass;
  };

  const ranked = cells.flatMap((cell) =>
    placesInTurn(cell, unclear).map((entry, index) => ({ entry, rank: rankOf(entry, index) })),
  );
  const ids = faultClasses().map(({ id }) => id);
  const classIndex = ({ fault }: PlanEntry): number => ids.indexOf(fault.id);

  return ranked
    .toSorted((one, other) => one.rank - other.rank || classIndex(one.entry) - classIndex(other.entry))
    .map(({ entry }) => entry);
}

/**
 * The most telling entries: one of each class of the order, at calls of different operations and tests. A class that
 * begins like another class is tried at the operation of that class.
 */
export function mostTellingOf(entries: readonly PlanEntry[]): PlanEntry[] {
  const unclear = unclearExchanges(entries);
  const calls = entries.map(({ call }) => call);
  // Without a report of tests, another part of the program may send the request again.
  const comesAgain = ({ test, identity, exchange }: Call): boolean =>
    test === undefined && calls.some((other) => other.identity === identity && other.exchange !== exchange);
  const chosen: PlanEntry[] = [];
  const chosenWith = (isSame: (call: Call) => boolean): number => chosen.filter(({ call }) => isSame(call)).length;
  // What speaks against a call, the most important first: it is unclear, or similar calls were chosen before. Each
  // reason weighs ten times as much as the next one.
  const costOf = ({ call, fault: { trouble } }: PlanEntry): number =>
    Number(unclear.has(call.exchange) || (trouble === 'pause' && comesAgain(call))) * 10_000 +
    chosenWith((other) => other.identity === call.identity) * 1_000 +
    chosenWith((other) => placeOf(other) === placeOf(call)) * 100 +
    chosenWith((other) => other.operation === call.operation) * 10 +
    chosenWith((other) => other.exchange === call.exchange);

  for (const { fault: id, kinds, isLaterPage = false } of order().telling) {
    const ofClass = entries.filter(({ fault, kind }) => fault.id === id && kinds.includes(kind));
    const chosenOfClass = chosen.filter(({ fault }) => fault.id === id);
    const chosenLists = chosenOfClass.map(({ call }) => pageBefore(call, calls));
    const isOfNewList = ({ call }: PlanEntry): boolean => {
      const earlier = pageBefore(call, calls);
      return earlier !== undefined && !chosenLists.includes(earlier);
    };

    // Entries of a class that are about later pages are at different lists.
    const inTurn = placesInTurn(isLaterPage ? ofClass.filter(isOfNewList) : ofClass, unclear);
    const begunLike = chosen.filter(({ fault }) => fault.id === inTurn[0]?.fault.beginsLike);
    const operationsBefore = new Set(begunLike.map(({ call }) => call.operation));
    const atSameOperation = inTurn.filter(({ call }) => operationsBefore.has(call.operation));
    const candidates = atSameOperation.length > 0 ? atSameOperation : inTurn;
    const [best] = candidates.toSorted((one, other) => costOf(one) - costOf(other));
    if (best !== undefined) chosen.push(best);
  }

  return chosen;
}

/** Milliseconds around parallel requests of a test in which the judge doubts which client has seen which response. */
const DOUBTFUL_TIME = 500;

/** The exchanges at which a reaction shows less: failures, empty lists, and responses around parallel requests. */
function unclearExchanges(entries: readonly PlanEntry[]): ReadonlySet<Exchange> {
  const calls = [...new Map(entries.map(({ call }) => [call.exchange, call])).values()];
  const isOpenAt = (time: number, { received, duration = 0 }: Exchange): boolean =>
    received < time && time < received + duration;
  const parallel = calls.filter((call) => calls.some(({ exchange }) => isOpenAt(call.exchange.received, exchange)));
  const isNearParallel = ({ test, exchange: { received } }: Call): boolean =>
    parallel.some((other) => other.test === test && Math.abs(other.exchange.received - received) < DOUBTFUL_TIME);
  const isUnclear = (call: Call): boolean =>
    isFailure(call.exchange) || hasEmptyLists(call.exchange) || isNearParallel(call);

  return new Set(calls.filter(isUnclear).map(({ exchange }) => exchange));
}

/** Whether all lists of the response are empty: who takes a failure for an empty list gets the same result. */
function hasEmptyLists({ response }: Exchange): boolean {
  const json = jsonOf(response.body);
  const lists = [json, ...Object.values(membersOf(json))].filter(Array.isArray);
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

/**
 * The entries of a cell, each once: the first, the last, one of each other place of the program, then the rest. Entries
 * at unclear calls are last in each of these groups.
 */
function placesInTurn(all: readonly PlanEntry[], unclear: ReadonlySet<Exchange>): PlanEntry[] {
  const clear = all.filter(({ call }) => !unclear.has(call.exchange));
  const best = clear.length > 0 ? clear : all;
  const clearFirst = [...new Set([...clear, ...all])];
  // In a map of the reversed list, the first entry of a place replaces the later ones.
  const firstOfPlace = new Map(clearFirst.toReversed().map((entry) => [placeOf(entry.call), entry]));
  const oneOfEachPlace = [...firstOfPlace.values()].toReversed();

  return [...new Set([...best.slice(0, 1), ...best.slice(-1), ...oneOfEachPlace, ...clearFirst])];
}
