/**
 * The order of a plan: first the faults that show most real mistakes, last the faults that were tried at another call.
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

/** Whether each operation may react to the class with a mistake of its own. */
export function isOfOperation({ fault }: Pick<PlanEntry, 'fault'>): boolean {
  return order().byOperation.includes(fault.id);
}

/**
 * Whether the fault is other data that a client may crash at in one place of the program only, and where the place is
 * unknown, because no test runner reports tests.
 */
export function mayShowAtAnyCall({ fault, call }: Pick<PlanEntry, 'fault' | 'call'>): boolean {
  const isTelling = order().telling.some((each) => each.fault === fault.id);
  return call.test === undefined && fault.changesData && isTelling && isOfOperation({ fault });
}

/** Whether the failure of a read is tried early: each kind of read may turn its failure into a wrong answer. */
function isOfRead({ fault, kind }: PlanEntry): boolean {
  return kind === 'read' && (fault.id === 'lasting-error' || fault.id === 'server-error');
}

/**
 * Sorts entries: the most telling ones; other data at each operation; failures of each kind of read;
 * one of each other class; one of each class at the other operations; variants; the last call of each operation; the
 * rest.
 */
export function mostTellingFirst(entries: readonly PlanEntry[]): PlanEntry[] {
  const chosen = mostTellingOf(entries);
  const unclear = unclearAmong(entries);
  const classes = new Set(chosen.map(({ fault }) => fault.id));
  const cells = groupBy(
    [...chosen, ...entries],
    (entry) => `${cellName(entry)} ${isOfRead(entry) ? parametersOf(entry.call) : ''}`,
  );
  const rankOf = (entry: PlanEntry, at: number): number => {
    const { fault } = entry;
    if (chosen.includes(entry)) return chosen.indexOf(entry) - chosen.length;
    // Other data crashes a client at one operation or one call only, and seldom needs a run of its own.
    if (isOfOperation(entry) && fault.changesData && at < 2) return at / 2;
    if (mayShowAtAnyCall(entry)) return 0.4;
    if (at > 0) return at + 3;
    if (isOfRead(entry)) return 0.5;
    if (fault.variant !== undefined) return 3;

    const isFirst = !classes.has(fault.id) || isOfOperation(entry);
    classes.add(fault.id);
    return isFirst ? 1 : 2;
  };

  const ranked = cells.flatMap((group) =>
    inDifferentPlaces(group, unclear).map((entry, at) => ({ entry, rank: rankOf(entry, at) })),
  );
  const classAt = ({ entry: { fault } }: { entry: PlanEntry }): number =>
    faultClasses().findIndex(({ id }) => id === fault.id);

  return ranked
    .toSorted((one, other) => one.rank - other.rank || classAt(one) - classAt(other))
    .map(({ entry }) => entry);
}

/**
 * The most telling entries: one of each class of the order, at calls of different operations and tests. A class that
 * begins like another one comes at the same operation.
 */
export function mostTellingOf(entries: readonly PlanEntry[]): PlanEntry[] {
  const unclear = unclearAmong(entries);
  const calls = entries.map(({ call }) => call);
  const chosen: PlanEntry[] = [];

  for (const { fault: id, kinds, isLaterPage } of order().telling) {
    const ofClass = entries.filter(({ fault, kind }) => fault.id === id && kinds.includes(kind));
    const wanted = isLaterPage === true ? ofClass.filter(({ call }) => pageBefore(call, calls) !== undefined) : ofClass;
    const own = inDifferentPlaces(wanted, unclear);
    const before = chosen.filter(({ fault }) => fault.id === own[0]?.fault.beginsLike);
    const alike = own.filter(({ call }) => before.some((other) => other.call.operation === call.operation));
    const uses = (entry: PlanEntry): number =>
      Number(unclear.has(entry.call.exchange)) * 10_000 +
      chosen.filter(({ call }) => call.identity === entry.call.identity).length * 1_000 +
      chosen.filter(({ call }) => placeOf(call) === placeOf(entry.call)).length * 100 +
      chosen.filter(({ call }) => call.operation === entry.call.operation).length * 10 +
      chosen.filter(({ call }) => call.exchange === entry.call.exchange).length;
    const [first] = (alike.length > 0 ? alike : own).toSorted((one, other) => uses(one) - uses(other));
    if (first !== undefined) chosen.push(first);
  }

  return chosen;
}

/** Milliseconds around parallel requests of a test in which the judge doubts which client has seen which response. */
const UNCLEAR = 500;

/** The exchanges at which a reaction shows less: failures, empty lists, and responses around parallel requests. */
function unclearAmong(entries: readonly PlanEntry[]): ReadonlySet<Exchange> {
  const calls = [...new Map(entries.map(({ call }) => [call.exchange, call])).values()];
  const isOpen = (at: number) => {
    return ({ exchange: { received, duration = 0 } }: Call): boolean => received < at && at < received + duration;
  };

  const parallel = calls.filter(({ exchange }) => calls.some(isOpen(exchange.received)));
  const isNear = ({ test, exchange: { received } }: Call): boolean =>
    parallel.some((other) => other.test === test && Math.abs(other.exchange.received - received) < UNCLEAR);
  const unclear = calls.filter((call) => isFailure(call.exchange) || isEmpty(call.exchange) || isNear(call));

  return new Set(unclear.map(({ exchange }) => exchange));
}

/** Whether the response has empty lists only: a client that takes a failure for an empty list gets the same result. */
function isEmpty({ response }: Exchange): boolean {
  const json = jsonOf(response.body);
  const lists = [json, ...Object.values(membersOf(json))].filter(Array.isArray);
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

/** The calls of a cell, each once: the first, the last, one of each other place, the rest; unclear ones last. */
function inDifferentPlaces(all: readonly PlanEntry[], unclear: ReadonlySet<Exchange>): PlanEntry[] {
  const clear = all.filter(({ call }) => !unclear.has(call.exchange));
  const best = clear.length > 0 ? clear : all;
  const group = [...new Set([...clear, ...all])];
  const places = new Map(group.toReversed().map((entry) => [placeOf(entry.call), entry]));

  return [...new Set([...best.slice(0, 1), ...best.slice(-1), ...[...places.values()].toReversed(), ...group])];
}
