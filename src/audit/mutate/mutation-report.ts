/** The report of `mutate`: for each member of each operation, whether the tests read it. */

import { groupBy } from '../../emulator/judge/series.js';
import { isWithin, mutantText } from './mutants.js';
import type { Mutation } from './mutate.js';
import { isNotice } from './search.js';
import type { ChangeKind, MemberReport, MutantOutcome, MutationReport, OperationReport } from '../audit-types.js';

/** The report as plain values, for `--json` and for {@link mutationText}. */
export function mutationReport({ mutants, together, runs, time, endedEarly }: Mutation): MutationReport {
  const operations = groupBy(mutants, ({ mutant }) => mutant.operation).map((ofOperation) => {
    return { operation: ofOperation[0]!.mutant.operation, members: memberReports(ofOperation) };
  });
  const members = operations.flatMap((operation) => operation.members);
  const count = (use: MemberReport['use']): number => members.filter((member) => member.use === use).length;
  // Members that can only be missing are not asked whether a test reads them.
  const tried = members.filter((member) => hasValues(member) && member.use !== 'untried').length;

  return {
    // Rounded to three digits.
    score: tried === 0 ? 0 : Math.round((count('read') / tried) * 1_000) / 1_000,
    members: { tried, read: count('read'), sentOn: count('sent on'), demanded: count('demanded') },
    operations,
    together: together.map((group) => group.map(mutantText)),
    runs,
    duration: Math.round(time / 100) / 10,
    ...(endedEarly !== undefined && { endedEarly }),
  };
}

/** Whether any change but leaving the member out was tried. */
function hasValues({ noticed, unnoticed }: MemberReport): boolean {
  return [...noticed, ...unnoticed].some((kind) => kind !== 'missing');
}

function memberReports(outcomes: readonly MutantOutcome[]): MemberReport[] {
  return groupBy(outcomes, ({ mutant }) => mutant.place).map((ofMember) => {
    const { place } = ofMember[0]!.mutant;
    const kindsWith = (isWanted: (outcome: MutantOutcome) => boolean): ChangeKind[] =>
      ofMember.filter(isWanted).map(({ mutant }) => mutant.kind);
    const noticed = kindsWith(({ notice }) => isNotice(notice));
    const unnoticed = kindsWith(({ notice }) => notice === 'none');

    return { place, use: useOf(ofMember), noticed, unnoticed };
  });
}

/**
 * How the tests use a member:
 * - `demanded`: they only notice if it is missing.
 * - `read`: a test fails.
 * - `sent on`: no test fails, but later requests differ.
 * @param outcomes the outcomes of the mutants of the member
 */
function useOf(outcomes: readonly MutantOutcome[]): MemberReport['use'] {
  const noticed = outcomes.filter(({ notice }) => isNotice(notice));
  if (noticed.length > 0 && noticed.every(({ mutant }) => mutant.kind === 'missing')) return 'demanded';
  if (noticed.some(({ notice }) => notice === 'test')) return 'read';
  if (noticed.length > 0) return 'sent on';

  return outcomes.every(({ notice }) => notice === 'none') ? 'not read' : 'untried';
}

/** Lines for people, with the command that repeats one of the changes. */
export function mutationText(report: MutationReport, repeat: (changes: string) => string): string {
  const { operations, members, score, runs, duration, together, endedEarly } = report;
  const { read, tried, sentOn, demanded } = members;
  const unnoticed = operations.flatMap(({ operation, members: reports }) =>
    reports.flatMap(({ place, unnoticed: [kind] }) => (kind === undefined ? [] : { operation, place, kind })),
  );
  // An example that the contract allows is preferred to a missing member, which breaks the contract.
  const example = unnoticed.find(({ kind }) => kind !== 'missing');
  const readOf = `The tests read ${read} of ${tried} members whose value can change (${Math.round(score * 100)} %)`;
  const others = `${sentOn} more only change later requests, and ${demanded} only have to be there`;
  // A client may use one of several members, so that only the change of all members makes a test fail.
  const groupText = (group: readonly string[]): string =>
    `No test fails for one of these changes, but for all of them: ${group.join(', ')}`;

  return [
    ...operations.flatMap((operation) => [...operationLines(operation), '']),
    ...together.flatMap((group) => [groupText(group), '']),
    `${readOf}; ${others}. ${runs} runs in ${duration} s.`,
    ...(endedEarly === undefined ? [] : [`Not everything was tried: ${endedEarly}.`]),
    ...(example === undefined ? [] : [`To see a change that no test notices: ${repeat(mutantText(example))}`]),
    '',
  ].join('\n');
}

function operationLines({ operation, members }: OperationReport): string[] {
  const line = (use: MemberReport['use']): string[] => {
    const places = members.filter((member) => member.use === use).map(({ place }) => place);
    if (places.length === 0) return [];

    const names = use === 'not read' ? collapsed(places, members) : places.map(shown);

    return [`  ${use.padEnd(10)}${names.join(', ')}`];
  };
  return [operation, ...line('read'), ...line('sent on'), ...line('demanded'), ...line('not read'), ...line('untried')];
}

/** The texts of places that are not read. If nothing in an object or a list is read, one text stands for all of it. */
function collapsed(places: readonly string[], members: readonly MemberReport[]): string[] {
  const inside = new Map<string, number>();
  for (const place of places) {
    // The objects and lists around the place, the outermost first.
    const around = [...place.matchAll(/\.|\[\]/g)].map(({ index }) => place.slice(0, index));
    const isUnread = (outer: string): boolean =>
      members.every(({ use, place: other }) => use === 'not read' || !isWithin(other, outer));
    const shownPlace = around.find((outer) => outer !== '' && isUnread(outer)) ?? place;
    inside.set(shownPlace, (inside.get(shownPlace) ?? 0) + 1);
  }

  return [...inside].map(([place, count]) => (count === 1 ? shown(place) : `${shown(place)} (${count} members)`));
}

function shown(place: string): string {
  return place === '' ? '(the whole list)' : place;
}
