/** The plan: an entry for every call of the baseline with every fault that may happen there. */

import { targetOf } from '../../common/reporting/request-target.js';
import { once } from '../../contract/schema/lazy.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import { formatInjection, type Injection } from '../../emulator/injection/injection.js';
import type { Catalogue } from '../../emulator/scenarios/scenario.js';
import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { CallKind, HeldCalls, PlanFilter } from '../audit-types.js';
import type { Baseline, BaselineSandbox } from '../baseline.js';
import { callKindOf, type FaultClass, type OverlapContext, type PlanContext } from '../expectations/fault-class.js';
import { faultClasses } from '../expectations/fault-classes.js';
import { anyVariant, variantFinder } from '../expectations/variants.js';
import type { Call } from '../run/calls.js';
import { type Overlaps, surveyOverlaps } from '../run/overlaps.js';
import type { Runs } from '../run/runs.js';

/** A class of faults at a call. */
type FaultAtCall = Pick<PlanEntry, 'call' | 'fault'>;

/** A fault at a call, with the injections that make it. */
export interface PlanEntry {
  /** The text of the injections, which is unique. */
  readonly id: string;
  readonly call: Call;
  readonly kind: CallKind;
  readonly fault: FaultClass;
  /** The first injection affects the call. Further injections affect further calls. */
  readonly injections: readonly [Injection, ...Injection[]];
  /** The control, for calls that overlap: the same calls with responses in the usual order. Default: none. */
  readonly control?: PlanEntry;
}

/** A fault that need not be tried, and why. */
export type LeftOut = Readonly<{ entry: PlanEntry; reason: string }>;

/** What an audit tries, and what it leaves out. */
export interface Plan {
  /** The entries, in the order of sandboxes and calls. The runs use the order of `mostTellingFirst`. */
  readonly entries: readonly PlanEntry[];
  readonly leftOut: readonly LeftOut[];
  /** Names of the filter that match nothing of the command. */
  readonly unmatched: readonly string[];
}

export interface PlanOptions {
  readonly filter: PlanFilter;
  readonly contracts: Contracts;
  readonly catalogue: Catalogue;
}

/** Plans the faults of a baseline. If the filter wants overlapping calls, one more run shows which calls overlap. */
export async function planOf(runs: Runs, baseline: Baseline, options: PlanOptions): Promise<Plan> {
  const { filter, contracts } = options;
  const allCalls = [...baseline.sandboxes.values()].flatMap(({ calls }) => calls);
  const overlapClasses = faultClasses().filter(({ schedule }) => schedule !== undefined);
  const wantsOverlaps = atCalls(allCalls, overlapClasses).some((each) => isWanted(each, filter));
  const isSurveyed = wantsOverlaps && runs.mayGoOn();
  const overlaps: Overlaps = isSurveyed ? await surveyOverlaps(runs, baseline) : new Map();
  const findVariants = variantFinder(contracts);
  // Second faults are not planned here: they follow the first faults from which the client recovers.
  const secondFaults = faultClasses().filter(({ after }) => after !== undefined);
  // The faults at calls that a name of the filter can match, even if they are not planned here.
  const nameable = atCalls(allCalls, secondFaults);
  const entries: PlanEntry[] = [];
  const leftOut: LeftOut[] = [];

  for (const sandbox of baseline.sandboxes.values()) {
    const { key, calls } = sandbox;
    const sandboxOfInjection = baseline.sandboxes.size === 1 ? {} : { sandbox: key };
    // Finding the variants that the calls touch takes long, so it is done only if the filter wants variants. If not,
    // a name that leaves variants out must still match something.
    const wantsVariants = calls.some((call) => isWanted({ call, fault: anyVariant() }, filter));
    const variants = wantsVariants ? findVariants(calls) : [];
    if (!wantsVariants) nameable.push(...atCalls(calls, [anyVariant()]));

    const possible = [...atCalls(calls, firstFaults(filter)), ...variants].flatMap(({ call, fault }) => {
      // A variant changes every response.
      const at = fault.variant === undefined ? { at: placeIn(sandbox, call) } : {};
      return entryFor(call, fault, { ...sandboxOfInjection, ...at }, { ...options, calls }) ?? [];
    });
    nameable.push(...possible);

    for (const entry of possible.filter((each) => isWanted(each, filter))) {
      const held = heldCalls(entry, sandbox, { contract: contracts.base, overlaps });
      const reason = typeof held === 'string' ? held : reasonToLeaveOut(entry, sandbox, contracts);
      if (reason !== undefined) {
        leftOut.push({ entry, reason });
        continue;
      }

      const planned = typeof held === 'object' ? withHeld(entry, held, sandboxOfInjection) : entry;
      // Overlapping calls may have the same injections, because some injections always meet the first of these calls.
      if (entries.every(({ id }) => id !== planned.id)) entries.push(planned);
    }
  }

  const names = new Set([...filter.only, ...filter.skip]);
  const unmatched = [...names].filter((name) => !nameable.some((each) => isNamed(each, name)));

  return { entries, leftOut, unmatched };
}

/** The classes of faults that may come first at a call, without the class of variants. */
function firstFaults({ kill }: PlanFilter): FaultClass[] {
  return faultClasses().filter((fault) => {
    const isUnwantedKill = fault.meanwhile === 'killed' && kill !== true;
    return fault !== anyVariant() && fault.after === undefined && !isUnwantedKill;
  });
}

function atCalls(calls: readonly Call[], faults: readonly FaultClass[]): FaultAtCall[] {
  return calls.flatMap((call) => faults.map((fault) => ({ call, fault })));
}

/**
 * The entry of a fault at a call, without the holds of overlapping calls; undefined if the fault cannot happen there.
 */
function entryFor(
  call: Call,
  fault: FaultClass,
  place: Omit<Injection, 'selection'>,
  { contracts, catalogue, calls }: PlanOptions & Pick<PlanContext, 'calls'>,
): PlanEntry | undefined {
  const operation = contracts.base.operations.get(call.operation as never);
  if (operation === undefined) return undefined;

  const kind = callKindOf(operation);
  if (fault.kinds?.includes(kind) === false) return undefined;

  const selection = selectionFor({ fault, call, kind }, { contract: contracts.base, calls });
  const scenario = catalogue.get(selection.split(';')[0]!);
  if (!scenario?.operations.some((id) => id === call.operation)) return undefined;

  const injection = { ...place, selection };
  return { id: formatInjection(injection), call, kind, fault, injections: [injection] };
}

/** Which responses of overlapping calls are held, or why nothing overlaps; undefined for other faults. */
function heldCalls(
  { call, fault: { schedule } }: PlanEntry,
  sandbox: BaselineSandbox,
  known: Pick<OverlapContext, 'contract' | 'overlaps'>,
): HeldCalls | string | undefined {
  const overlap = known.overlaps.get(call) ?? { later: [], isLeftBehind: false };
  const placeOf = (other: Call): CallPlace => placeByUrl(sandbox, other);
  return schedule?.(call, { ...known, ...overlap, calls: sandbox.calls, placeIn: placeOf });
}

/** The entry with the holds that make its calls overlap, and with its control. */
function withHeld(entry: PlanEntry, { race, control }: HeldCalls, sandbox: Pick<Injection, 'sandbox'>): PlanEntry {
  const [first, ...rest] = race.map((placed): Injection => ({ ...sandbox, ...placed }));
  const injections = [first!, ...rest] as const;
  const id = injections.map(formatInjection).join(' ');
  const changed: PlanEntry = { ...entry, id, injections };
  if (control.length === 0) return changed;

  return { ...changed, control: withHeld(entry, { race: control, control: [] }, sandbox) };
}

/** The scenario of a class of faults at a call. */
export function selectionFor(
  { fault: { selection }, call, kind }: Pick<PlanEntry, 'fault' | 'call' | 'kind'>,
  context: PlanContext,
): string {
  if (typeof selection === 'string') return selection;
  if (typeof selection === 'function') return selection(call, context);

  return kind === 'token' ? selection.token : selection.others;
}

/** Why the fault is not tried at the call; undefined if the fault is tried. */
function reasonToLeaveOut(
  { call, fault }: PlanEntry,
  { calls, countsAgain }: BaselineSandbox,
  contracts: Contracts,
): string | undefined {
  const { operation } = call;
  if (call.call > (countsAgain.get(operation) ?? 0)) return 'the second run without faults had no such call';

  const chosen = calls
    .flatMap((other) => (other.operation === operation ? other.exchange.scenarios : []))
    // Scenarios of the world, such as a party that approves a request at once, replace no fault.
    .find(({ fault: kind }) => kind !== 'world');
  if (chosen !== undefined) return `the command itself has scenario "${chosen.scenario}" at this operation`;

  return fault.leftOut?.(call, { contract: contracts.base, calls });
}

/** Whether the filter includes the class of faults at the call. */
export function isWanted(entry: FaultAtCall, { only, skip }: PlanFilter): boolean {
  const matches = (name: string): boolean => isNamed(entry, name);
  return (only.length === 0 || only.some(matches)) && !skip.some(matches);
}

/** The names of the classes of faults, for a filter: their IDs, the heads of their columns, their groups. */
export const faultNames = once((): ReadonlySet<string> => {
  return new Set(faultClasses().flatMap(({ id, title, group = id }) => [id, title, group]));
});

/** Whether a name of the filter means this entry. The name of a class is not looked for in names of tests. */
function isNamed({ call, fault }: FaultAtCall, name: string): boolean {
  const { operation, sandbox, test = '' } = call;
  const { id, title, group = id } = fault;
  const classNames = [id, title, group];
  const cellNames = classNames.map((className) => `${operation}:${className}`);
  if ([operation, ...classNames, ...cellNames].includes(name)) return true;

  return !faultNames().has(name) && (sandbox.includes(name) || test.includes(name));
}

/** The entry with another scenario at its call, and with no further injections. */
export function withSelection(entry: PlanEntry, selection: string): PlanEntry {
  const injection = { ...entry.injections[0], selection };
  return { ...entry, id: formatInjection(injection), injections: [injection] };
}

/** How an injection finds the call again: by the number of the call, or by its URL if the order of calls differs. */
export function placeIn(sandbox: BaselineSandbox, call: Call): CallPlace {
  const { operation } = call;
  return sandbox.reordered.has(operation) ? placeByUrl(sandbox, call) : { operation, call: call.call };
}

/** The place of a call among the calls with its URL. A call that the baseline lacks comes after the known calls. */
export function placeByUrl({ calls }: BaselineSandbox, { operation, exchange }: Call): CallPlace {
  const url = targetOf(exchange);
  const sameUrl = calls.filter((other) => other.operation === operation && targetOf(other.exchange) === url);
  const index = sameUrl.findIndex((other) => other.exchange === exchange);
  const earlierCount = index === -1 ? sameUrl.length : index;

  return { operation, url, call: earlierCount + 1 };
}

/** The name of the cell of an entry: the operation and the class, such as `getUsers:throttled`. */
export function cellName({ call, fault }: PlanEntry): string {
  const variant = fault.variant === undefined ? '' : `;${fault.variant.point}=${fault.variant.name}`;
  return `${call.operation}:${fault.id}${variant}`;
}

/** The cell of the class that begins in the same way; empty if there is none. */
export function cellNameBefore(entry: PlanEntry): string {
  const { beginsLike, id } = entry.fault;
  return beginsLike === undefined ? '' : cellName(entry).replace(`:${id}`, `:${beginsLike}`);
}
