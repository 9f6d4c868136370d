/** The type of a class of faults: what happens to a call, and which reactions of a client are right. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import type { Operation } from '../../contract/operation.js';
import type { Contract } from '../../contract/contract.js';
import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { Call } from '../run/calls.js';
import type { LaterCall, Overlaps } from '../run/overlaps.js';
import type { Meanwhile } from '../run/observe-run.js';
import type { Reaction } from './reaction.js';

/**
 * The kinds of calls, by what a repetition does. `read`: nothing; `token`: it issues another token, without harm;
 * `link`: it makes another link, without harm; `request`: it asks a person twice.
 */
export const CALL_KINDS = ['read', 'token', 'link', 'request'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export function callKindOf({ id, method, access }: Operation<string>): CallKind {
  if (access === 'client') return 'token';
  if (method === 'get') return 'read';
  return id === 'createCredentialsRequest' ? 'request' : 'link';
}

/**
 * What a fault breaks: even a client without a mistake gets an error of its connection, or of the parser of its body.
 */
export type Broken = 'connection' | 'body';

export interface FaultClass {
  /** The ID in kebab-case, for `--only` and files. */
  readonly id: string;
  /** The variant, for class `variant`: it changes all responses of a sandbox. */
  readonly variant?: { readonly point: string; readonly name: string };
  /** A name for `--only` that several classes have. */
  readonly group?: string;
  /** The head of the column in the matrix. */
  readonly title: string;
  /** What the client meets, as a sentence. */
  readonly summary: string;
  /** The scenario, with its parameters, as in the `Emulator-Scenario` header; by kind or by call if that decides. */
  readonly selection:
    string | { readonly token: string; readonly others: string } | ((call: Call, context: PlanContext) => string);
  /** The kinds of calls at which the fault makes a difference. Default: all. */
  readonly kinds?: readonly CallKind[];
  /** Why the fault cannot change anything at this call; undefined if it can. */
  readonly leftOut?: (call: Call, context: PlanContext) => string | undefined;
  /** The situations that the fault makes, as `situation.ts` names them. Default: none. */
  readonly situations?: readonly string[];
  /** Whether the request may have been carried out although no response says so. */
  readonly mayHaveArrived: boolean;
  /** Whether responses contain other data, so that other calls may follow. */
  readonly changesData: boolean;
  /** The ID of a class that begins in the same way: a client that gives up after that class never reaches the rest. */
  readonly beginsLike?: string;
  /** For a second fault: the ID of the class from which the client has to recover first. */
  readonly after?: string;
  /** Where a second fault meets the client: at a call that exists because of the first one, or at a later one. */
  readonly second?: 'repetition' | 'renewal' | 'later';
  /** The ID of the plainest similar class: a client that gives up after both has one habit, which is one finding. */
  readonly habit?: string;
  /** How many items of a batch are lost: they fail although they usually succeed, and are not requested again. */
  readonly lostItems?: (met: Exchange, later: readonly Exchange[], usual: Exchange) => number;
  /** Whether a successful response arrives with a body of which nothing can be used. */
  readonly spoils?: true;
  /** Rules of the judge that a client without a mistake breaks because of the fault. */
  readonly excuses?: readonly string[];
  /** What the client did twice although once was enough, as a sentence; undefined if nothing. */
  readonly didTwice?: (met: Exchange, later: readonly Exchange[]) => string | undefined;
  /** Whether the fault lasts until the client gives up, so that giving up is right. */
  readonly lasts?: boolean;
  /** For calls that overlap: where their responses are held, or why nothing overlaps. Default: `selection` alone. */
  readonly schedule?: (call: Call, context: OverlapContext) => HeldCalls | string;
  /** How often a client may send the request of the call. Default: as often as the judge allows. */
  readonly mostRequests?: number;
  /** What happens while the call is open. Default: nothing. */
  readonly meanwhile?: Meanwhile;
  /** Whether the fault must be the only one of its sandbox in a run, because it also affects later calls. */
  readonly alone?: boolean;
  /** Classes with an equal text exclude each other in one run of a sandbox, such as two that ask the client to wait. */
  readonly trouble?: string;
  /** How long a client that follows the response waits, in milliseconds. */
  readonly wait: number;
  /** What the fault breaks: an error that says so is no mistake of the program. */
  readonly breaks?: readonly Broken[];
  /** The reactions that are right. */
  readonly expected: Readonly<Record<CallKind, readonly Reaction[]>>;
  /** What to change in a client that reacts wrongly. */
  readonly remedy: string;
}

/** The right reactions to other data: a client may do anything with it, as long as the client does not break. */
export const OTHER_DATA: readonly Reaction[] = ['recovered', 'gave up', 'swallowed', 'wrong result'];

/** The right reactions, if they are equal for every kind of call. */
export function always(reactions: readonly Reaction[]): FaultClass['expected'] {
  return { read: reactions, token: reactions, link: reactions, request: reactions };
}

const POST =
  'Repeat a POST only if it was refused, or after checking that it has not arrived; otherwise report the error.';

/** What to change in a client that reacts wrongly at a call of this kind. */
export function remedyFor({ remedy, mayHaveArrived }: FaultClass, kind: CallKind): string {
  return mayHaveArrived && (kind === 'link' || kind === 'request') ? `${remedy} ${POST}` : remedy;
}

/** What is known of the calls around a call. */
export interface PlanContext {
  readonly contract: Contract;
  /** The calls of the same sandbox, in order. */
  readonly calls: readonly Call[];
}

/** What is known of the calls that overlap a call. */
export interface OverlapContext extends PlanContext {
  /** Calls of the same test that arrive while this one is open, in order. */
  readonly later: readonly LaterCall[];
  readonly overlaps: Overlaps;
  /** Where an injection meets a call again. */
  readonly placeIn: (call: Call) => CallPlace;
}

/** A scenario at a call. */
export interface PlacedFault {
  readonly at: CallPlace;
  readonly selection: string;
}

/** Where responses are held. The first place is the call itself. */
export interface HeldCalls {
  /** Holds that make the calls overlap in an unusual way. */
  readonly race: readonly PlacedFault[];
  /** Holds with the same waits, but the responses arrive in the order of the requests, or nothing overlaps. */
  readonly control: readonly PlacedFault[];
}
