/** A hold as an object for tests, for sandboxes in this process and in another process alike. */

import type { Awaitable } from '../../../../common/awaitable.js';
import type { OperationId } from '../../../../contract/operation.js';
import type { HoldControl, HoldFailure, HoldOptions, ShownHeldCall, ShownHold } from './hold-control.js';

/** A call that is held: its position among the calls of the hold, and the number of its exchange. */
export interface HeldCall extends Pick<ShownHeldCall, 'call' | 'exchange'> {
  /**
   * Lets the call go on. Resolves when the response was written to the socket. Releases are at least 50 ms apart.
   * @throws Problem 409 if the call is no longer held, or waits behind another held call on a pipelined connection
   */
  release(): Promise<void>;
  /** Ends the connection instead of sending the response. @throws as `release` */
  fail(as: HoldFailure): Promise<void>;
}

/**
 * A tuple with one held call for each call that the hold stops, so that `const [first, second] = ...` has no undefined
 * values. It has at most 20 members, because TypeScript limits recursion. An array if the number is not known.
 */
type HeldCalls<Calls extends number, Found extends HeldCall[] = []> = number extends Calls
  ? HeldCall[]
  : Found['length'] extends Calls | 20
    ? Found
    : HeldCalls<Calls, [...Found, HeldCall]>;

/** A hold that is open. */
export interface Hold<Calls extends number = number> {
  readonly id: string;
  /**
   * Waits up to 3 s for the calls, and returns all calls that have arrived. Default: as many calls as the hold stops.
   * @throws Problem 409 if calls are missing: which ones have arrived and, if known, why no more can arrive
   */
  arrived<Wanted extends number = Calls>(calls?: Wanted): Promise<HeldCalls<Wanted>>;
  /** Ends the hold: the waiting calls go on in the order of their arrival, and no further call is held. */
  end(): Promise<void>;
}

/** What a hold needs of its sandbox, in this process or in another one. */
interface HoldMethods extends Pick<HoldControl, 'arrived' | 'release' | 'fail' | 'end'> {
  open(operation: OperationId, options?: HoldOptions): Awaitable<Pick<ShownHold, 'id'>>;
}

/** Opens a hold. @throws Problem as `open` of the methods does */
export async function openHold<const Calls extends number = 1>(
  holds: HoldMethods,
  operation: OperationId,
  options: HoldOptions & { readonly calls?: Calls } = {},
): Promise<Hold<Calls>> {
  const { id } = await holds.open(operation, options);
  const heldCall = ({ call, exchange }: ShownHeldCall): HeldCall => ({
    call,
    ...(exchange !== undefined && { exchange }),
    release: () => holds.release(id, call),
    fail: (as) => holds.fail(id, call, as),
  });

  return {
    id,
    arrived: async <Wanted extends number = Calls>(calls?: Wanted) => {
      const shown = await holds.arrived(id, calls === undefined ? {} : { calls });
      return shown.map(heldCall) as HeldCalls<Wanted>;
    },
    end: () => holds.end(id),
  };
}
