/**
 * The holds of a sandbox, for tests: what `sandbox.hold` and the endpoints call. A hold stops the next calls of an
 * operation until a test releases them, so that the test can see what the client does meanwhile.
 */

import type { OperationId } from '../../../../contract/operation.js';
import { nearestAtEnd } from '../../../../contract/suggestions.js';
import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import type { WaitingCall, ForcedEnding } from '../../../holds/waiting-call.js';
import type { OpenHold } from '../../../holds/open-hold.js';
import { NEEDS_ONE_EMULATOR } from '../../../holds/holds.js';
import type { SandboxHolds } from '../../../holds/sandbox-holds.js';
import { releaseText } from '../../../journal/exchange-line.js';
import type { ControlContext } from '../../control-context.js';
import type { Schemas } from '../../documents.js';
import { conflict, notFound, unexpected, unprocessable } from '../../problem.js';
import type { JournalControl } from '../journal/journal-control.js';
import { missingCalls } from './missing-calls.js';

/** A hold in a response. */
export type ShownHold = Schemas['Hold'];
/** A held call in a response. */
export type ShownHeldCall = Schemas['HeldCall'];
/** How a test ends the connection of a held call. The names are those of scenarios with this effect. */
export type HoldFailure = Schemas['FailHeldCall']['as'];

/** Options of a hold: how many calls it stops, what it holds, and for how long (in real milliseconds). */
export type HoldOptions = Omit<Schemas['OpenHold'], 'operation'>;

/** How the connection ends if a held call goes on with a failure. */
const FAILURES: Readonly<Record<HoldFailure, ForcedEnding>> = {
  'connection-reset': 'reset',
  'connection-closed': 'close',
};
/** The most calls that a hold stops. */
const MOST_CALLS = 1_000;
/** The longest time for which a call can be held, in milliseconds. */
export const LONGEST_HOLD = 600_000;
/** For how long a call is held if the test names no limit, in milliseconds. */
const DEFAULT_LIMIT = 10_000;
/** How long a test waits for calls, in milliseconds: less than the time limits of test runners. */
const ARRIVAL_LIMIT = 3_000;

/** The methods for the holds of a sandbox. */
export class HoldControl {
  readonly #sandbox: () => Sandbox;
  readonly #context: ControlContext;
  readonly #journal: JournalControl;

  /** @internal */
  constructor(sandbox: () => Sandbox, context: ControlContext, journal: JournalControl) {
    this.#sandbox = sandbox;
    this.#context = context;
    this.#journal = journal;
  }

  /**
   * Opens a hold.
   * @throws Problem 409 with a shared store, or while the emulator ends; 422 if an option is invalid
   */
  open(operation: OperationId, options: HoldOptions = {}): ShownHold {
    const { calls = 1, at = 'response', limit = DEFAULT_LIMIT, endsAfter } = options;
    const sandbox = this.#sandbox();

    this.#refuseUnholdable(operation, at);
    requireInteger('calls', calls, MOST_CALLS);
    requireInteger('limit', limit, LONGEST_HOLD);
    if (endsAfter !== undefined) requireInteger('endsAfter', endsAfter, LONGEST_HOLD);
    if (this.#context.shared !== undefined) throw conflict(NEEDS_ONE_EMULATOR);

    const holds = this.#context.holds.of(sandbox.id);
    // When the emulator ends, it waits for open calls. A new hold would delay its end.
    if (holds === undefined) throw conflict('The emulator ends; it holds no more calls.');

    const terms = { operation, at, calls, limit, ...(endsAfter !== undefined && { endsAfter }) };
    return shown(holds.open(terms, sandbox.issued.exchanges));
  }

  /** The holds that have not ended, the oldest first. */
  list(): ShownHold[] {
    return this.#holds()?.all().map(shown) ?? [];
  }

  /**
   * Waits up to 3 s until `calls` calls have arrived. Default: as many as the hold stops.
   * @throws Problem 404 if there is no such hold, 409 with the reason if fewer calls have arrived, 422 if `calls` is
   * more than the hold stops
   */
  async arrived(id: string, { calls }: { readonly calls?: number } = {}): Promise<readonly ShownHeldCall[]> {
    const { hold } = this.#existing(id);
    const wanted = calls ?? hold.terms.calls;
    requireInteger('calls', wanted, hold.terms.calls);

    await hold.whenArrived(wanted, ARRIVAL_LIMIT);
    if (hold.arrived.length < wanted) throw conflict(missingCalls(hold, wanted, ARRIVAL_LIMIT, this.#journal));

    return shown(hold).held;
  }

  /**
   * Lets a call go on. Resolves when the response was written to the socket.
   * @param call position among the calls of the hold, from 1
   * @throws Problem 404, or 409 if the call is no longer held, or waits behind another held call on its connection
   */
  async release(id: string, call: number): Promise<void> {
    const { holds, held } = this.#held(id, call);
    await holds.letGo(held, 'released');
  }

  /** Ends the connection of a call instead of sending its response. @throws as {@link release} */
  async fail(id: string, call: number, as: HoldFailure): Promise<void> {
    if (!Object.hasOwn(FAILURES, as)) throw unexpected('failure', Object.keys(FAILURES).join(' or '), as, '/as');
    const { holds, held } = this.#held(id, call);
    await holds.letGo(held, 'failed', { failure: FAILURES[as] });
  }

  /** Ends a hold: its calls go on, and it stops no further calls. @throws Problem 404 */
  async end(id: string): Promise<void> {
    const { holds, hold } = this.#existing(id);
    await holds.end(hold);
  }

  /** The holds of the sandbox; undefined if none was ever opened. */
  #holds(): SandboxHolds | undefined {
    return this.#context.holds.existing(this.#sandbox().id);
  }

  /** The hold with this ID. @throws Problem 404 if there is no such hold */
  #existing(id: string): { readonly holds: SandboxHolds; readonly hold: OpenHold } {
    const holds = this.#holds();
    const hold = holds?.hold(id);
    if (holds !== undefined && hold !== undefined) return { holds, hold };

    throw notFound(`There is no open hold "${id}" in sandbox "${this.#sandbox().id}".`);
  }

  /** A call of a hold that can go on. @throws Problem 404 if there is no such call, 409 if the call cannot go on now */
  #held(id: string, call: number): { readonly holds: SandboxHolds; readonly held: WaitingCall } {
    const { holds, hold } = this.#existing(id);
    const held = hold.arrived[call - 1];
    if (held === undefined)
      throw notFound(`The hold "${id}" has no call ${call}: ${hold.arrived.length} have arrived.`);

    const { release } = held;
    if (release !== undefined) throw conflict(`Call ${call} of the hold "${id}" has gone on: ${releaseText(release)}.`);

    // HTTP/1.1 demands responses in the order of the requests on a connection.
    const front = holds.inFrontOf(held);
    if (front === undefined) return { holds, held };

    const { connection, exchange } = front.call;
    const callInFront = exchange === undefined ? 'the call' : `exchange ${exchange}`;
    const place = `before it on connection ${connection!.id}, where the client has pipelined them`;
    const why = `cannot overtake that of ${callInFront} ${place}; release that one first`;
    throw conflict(`The response to call ${call} of the hold "${id}" ${why}.`);
  }

  /** @throws Problem 422 if the operation is unknown, or if its calls cannot be held at the point */
  #refuseUnholdable(operation: OperationId, at: HoldOptions['at']): void {
    const { operations } = this.#context.contracts.base;
    const method = operations.get(operation)?.method;
    const unknown = `There is no operation "${operation}"${nearestAtEnd(operation, [...operations.keys()])}`;
    if (method === undefined) throw unprocessable('Unknown operation', unknown, '/operation');

    if (at === 'response' || method === 'post') return;
    // A caller without type checks may pass any text.
    if (at !== 'request') throw unexpected('point', '"response" or "request"', at, '/at');

    const wrongPoint = `Only a POST can be held before it is carried out, and ${operation} is a GET; hold its response.`;
    throw unprocessable('Only a POST can be held before', wrongPoint, '/at');
  }
}

/** The hold in the form of a response. */
function shown(hold: OpenHold): ShownHold {
  const held = hold.arrived.map(({ call: { exchange }, release }, at) => ({
    call: at + 1,
    ...(exchange !== undefined && { exchange }),
    ...(release !== undefined && { release }),
  }));
  return { id: hold.id, ...hold.terms, held };
}

/** @throws Problem 422 if a value is no integer from 1 to `most` */
function requireInteger(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw unexpected('number', `an integer from 1 to ${most}`, value, `/${name}`);
}
