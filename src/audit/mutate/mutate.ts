/** Runs a command with responses that change within the contract, and finds which members of them its tests read. */

import type { AllowedChangeKind } from '../../contract/allowed-changes.js';
import type { Contract } from '../../contract/contract.js';
import { type Baseline, runBaseline } from '../baseline.js';
import type { ObservedSandbox } from '../../emulator/injection/trail.js';
import { type Call, callsOf, requestsOf } from '../plan/calls.js';
import { type Limits, Runs, longestRun } from '../run/runs.js';
import type { AuditedCommand, ObservedRun } from '../run/perform-run.js';
import { isWithin, type Mutant, mutantsOf, mutantText } from './mutants.js';
import { MutantSearch, type Notice } from './search.js';

export interface MutateOptions {
  readonly command: AuditedCommand;
  readonly contract: Contract;
  readonly limits: Limits;
  /** Operations; all if empty. */
  readonly only: readonly string[];
  /** Ends the search early; it then tells what it knows. */
  readonly interrupted: AbortSignal;
  /** Called after each run. */
  readonly onProgress?: (progress: MutateProgress) => void;
}

export interface MutateProgress {
  readonly runs: number;
  readonly decided: number;
  readonly planned: number;
}

/** What was found about every mutant. */
export interface Mutation {
  readonly mutants: readonly MutantOutcome[];
  /** Groups of mutants that are noticed only together. */
  readonly together: readonly (readonly Mutant[])[];
  readonly runs: number;
  /** Milliseconds. */
  readonly time: number;
  /** Why the search ended before everything was tried; undefined if it did not. */
  readonly endedEarly: string | undefined;
}

export interface MutantOutcome {
  readonly mutant: Mutant;
  /** Undefined if it was not tried. A member that another mutant has shown to be read is not tried again. */
  readonly notice: Notice | 'none' | undefined;
}

/** A member that one kind of change has shown to be read needs no further kinds. */
const PHASES: readonly (readonly AllowedChangeKind[])[] = [
  ['value'],
  ['lowest'],
  ['highest'],
  ['absent'],
  ['null'],
  ['value-2'],
  ['value-3'],
  ['value-4'],
  ['value-5'],
  ['value-6'],
  ['empty'],
  ['shorter'],
  ['longer'],
  ['reordered'],
  ['smaller-page'],
];

/** Of the groups in which everything that was not noticed is tried once more, in other company. */
const STRIPES = 4;

/** @throws NoBaseline if the command cannot be mutated, or was interrupted before that; CommandNotFound */
export async function mutate(options: MutateOptions): Promise<Mutation> {
  const { contract, limits, only, interrupted } = options;
  const runs = new Runs(options);
  const { baseline } = await runBaseline(() => runs.perform([], limits.longestRun), interrupted);
  const all = mutantsOf(
    [...baseline.sandboxes.values()].flatMap(({ exchanges }) => exchanges),
    contract,
  ).filter(({ operation }) => only.length === 0 || only.includes(operation));
  const limit = longestRun(baseline.duration, 0, limits);
  const search = new MutantSearch(async (mutants) => {
    if (!runs.mayGoOn()) return undefined;
    const observed = await runs.perform(injectionsOf(mutants), limit);
    if (observed.wasEnded) return undefined;
    const decided = all.filter((mutant) => search.noticeOf(mutant) !== undefined || isRead(mutant)).length;
    options.onProgress?.({ runs: runs.cost.runs, decided, planned: all.length });
    return noticeIn(observed, baseline);
  });
  const isRead = ({ operation, place }: Mutant): boolean =>
    all.some((other) => other.operation === operation && other.place === place && isNotice(search.noticeOf(other)));
  for (const kinds of PHASES) {
    const phase = all.filter((mutant) => kinds.includes(mutant.kind) && !isRead(mutant));
    for (const group of groupsOf(phase)) await search.search(group);
  }
  const unnoticed = all.filter((mutant) => mutant.kind === 'value' && search.noticeOf(mutant) === 'none');
  for (const group of stripes(unnoticed)) await search.search(group);
  return {
    mutants: all.map((mutant) => ({ mutant, notice: search.noticeOf(mutant) })),
    together: search.together,
    runs: runs.cost.runs,
    time: runs.cost.time,
    endedEarly: runs.endedEarly,
  };
}

function isNotice(notice: Notice | 'none' | undefined): notice is Notice {
  return notice === 'test' || notice === 'requests';
}

function injectionsOf(mutants: readonly Mutant[]): { readonly selection: string }[] {
  const operations = [...new Set(mutants.map(({ operation }) => operation))];
  return operations.map((operation) => ({
    selection: `other-values;changes="${mutants
      .filter((mutant) => mutant.operation === operation)
      .map(mutantText)
      .join(' ')}"`,
  }));
}

/** One group for each operation and depth: a member inside of one that is absent could not be noticed. */
function groupsOf(mutants: readonly Mutant[]): Mutant[][] {
  const groups = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const outer = mutants.filter((other) => isInside(mutant, other)).length;
    const key = `${mutant.operation} ${mutant.kind === 'value' ? 0 : outer}`;
    groups.set(key, [...(groups.get(key) ?? []), mutant]);
  }
  return [...groups.values()];
}

function isInside({ operation, place }: Mutant, outer: Mutant): boolean {
  return operation === outer.operation && place !== outer.place && isWithin(place, outer.place);
}

/** A changed value may hide another one: each is tried a second time beside others. */
function stripes(mutants: readonly Mutant[]): Mutant[][] {
  return Array.from({ length: STRIPES }, (_, stripe) => mutants.filter((_mutant, at) => at % STRIPES === stripe));
}

function noticeIn(run: ObservedRun, baseline: Baseline): Notice | 'none' {
  if (run.exitCode !== 0 || run.timedOut) return 'test';
  const sandboxes = new Map(run.sandboxes.map((sandbox) => [sandbox.key, sandbox]));
  for (const [key, { calls, unstable }] of baseline.sandboxes) {
    const again = sandboxes.get(key);
    const callsAgain = again === undefined ? [] : callsOf(withoutMutants(again));
    const isStable = ({ operation }: Call): boolean => !unstable.has(operation);
    if (requestsOf(calls.filter(isStable)) !== requestsOf(callsAgain.filter(isStable))) return 'requests';
  }
  return 'none';
}

/** The exchanges as the baseline has them: a mutant that met a refused request is no call. */
function withoutMutants({ key, exchanges }: ObservedSandbox): Pick<ObservedSandbox, 'key' | 'exchanges'> {
  const own = exchanges.map((exchange) => ({
    ...exchange,
    scenarios: exchange.scenarios.filter(({ selector }) => selector !== 'injection'),
  }));
  return { key, exchanges: own };
}
