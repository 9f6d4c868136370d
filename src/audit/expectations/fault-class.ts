/** The type of a class of faults: what happens to a call, and which reactions of a client are right. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import type { Operation } from '../../contract/operation.js';
import type { Contract } from '../../contract/contract.js';
import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { Call } from '../run/calls.js';
import type { Overlap, Overlaps } from '../run/overlaps.js';
import type { CallKind, FaultRow, HeldCalls, Reaction } from '../audit-types.js';

export const CALL_KINDS = ['read', 'token', 'link', 'request'] as const satisfies readonly CallKind[];

/** The kind of the operation by what a repetition does. `CallKind` describes the kinds. */
export function callKindOf({ id, method, access }: Operation<string>): CallKind {
  // Only the operation that issues tokens is called with the credentials of the client itself.
  if (access === 'client') return 'token';
  if (method === 'get') return 'read';
  return id === 'createCredentialsRequest' ? 'request' : 'link';
}

/** A class of faults: its row of the specification, with defaults, and with functions where the call decides. */
export interface FaultClass extends Omit<FaultRow, 'like' | 'side' | 'selection' | 'expected' | 'leftOut' | 'alters'> {
  /** The variant, for class `variant`: it changes all responses of a sandbox. */
  readonly variant?: { readonly point: string; readonly name: string };
  /** The scenario as the row has it, or a function that returns the scenario for a call. */
  readonly selection: NonNullable<FaultRow['selection']> | ((call: Call, context: PlanContext) => string);
  readonly mayHaveArrived: boolean;
  readonly changesData: boolean;
  /** Why the fault cannot change anything at this call; undefined if the fault changes something. */
  readonly leftOut?: ((call: Call, context: PlanContext) => string | undefined) | undefined;
  /**
   * How many items of a batch are lost: they fail in the exchange with the fault although they usually succeed, and the
   * client does not request them again.
   */
  readonly lostItems?: (withFault: Exchange, later: readonly Exchange[], usual: Exchange) => number;
  /** What the client did twice in the later exchanges, and usually did once, as a sentence; undefined if nothing. */
  readonly didTwice?: (withFault: Exchange, later: Exchange[], usual: Exchange[]) => string | undefined;
  /** For calls that overlap: which responses are held back, or why nothing overlaps. Default: `selection` alone. */
  readonly schedule?: (call: Call, context: OverlapContext) => HeldCalls | string;
  /** How often a client may send the request of the call. Default: as often as the judge allows. */
  readonly mostRequests?: number;
  readonly expected: Readonly<Record<CallKind, readonly Reaction[]>>;
}

/** The right reactions to other data. A client may do anything with such data, as long as it does not break. */
export const OTHER_DATA: readonly Reaction[] = ['recovered', 'gave up', 'swallowed', 'wrong result'];

/** The right reactions, if they are equal for every kind of call. */
export function forAllKinds(reactions: readonly Reaction[]): FaultClass['expected'] {
  return { read: reactions, token: reactions, link: reactions, request: reactions };
}

const REMEDY_OF_POST =
  'Repeat a POST only if it was refused, or after checking that it has not arrived; otherwise report the error.';

/** What to change in a client that reacts wrongly at a call of this kind. */
export function remedyFor({ remedy, mayHaveArrived }: FaultClass, kind: CallKind): string {
  const isWrite = kind === 'link' || kind === 'request';
  return mayHaveArrived && isWrite ? `${remedy} ${REMEDY_OF_POST}` : remedy;
}

/** What is known when a fault at a call is planned. */
export interface PlanContext {
  readonly contract: Contract;
  /** The calls of the same sandbox, in order. */
  readonly calls: readonly Call[];
}

/** What is known besides when calls are planned to overlap. */
export interface OverlapContext extends PlanContext, Overlap {
  readonly overlaps: Overlaps;
  /** The operation and the number by which an injection finds a call again in another run. */
  readonly placeIn: (call: Call) => CallPlace;
}
