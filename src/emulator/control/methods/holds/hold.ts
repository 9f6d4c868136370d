/** A hold as an object for tests. It works alike for a sandbox in this process and for one in another. */

import type { Awaitable } from '../../../../common/awaitable.js';
import type { OperationId } from '../../../../contract/operation.js';
import type { HoldFailure, HoldOptions, ShownHeldCall, ShownHold } from './hold-control.js';

/** A call that is held. */
export interface HeldCall {
  /** Its position among the calls of the hold, from 1. */
  readonly call: number;
  /** Number of its exchange in the journal. Absent if the request is held. */
  readonly exchange?: number;
  /**
   * Lets it go on. Resolves when the response was handed to the socket. Releases are at least 50 ms apart.
   * @throws Problem 409 if it is no longer held, or behind another held call on a pipelined connection
   */
  release(): Promise<void>;
  /** Ends its connection in place of the response. @throws as `release` */
  fail(as: HoldFailure): Promise<void>;
}

/** As many held calls as a hold stops. */
type HeldCalls<Calls extends number, Found extends HeldCall[] = []> = number extends Calls
  ? HeldCall[]
  : Found['length'] extends Calls | 20
    ? Found
    : HeldCalls<Calls, [...Found, HeldCall]>;

/** A hold that is open. */
export interface Hold<Calls extends number = number> {
  readonly id: string;
  /**
   * Waits up to 3 s for the calls, and returns those that have arrived. Default: as many as the hold stops.
   * @throws Problem 409 with what has arrived, and why no more can if that is known
   */
  arrived<Wanted extends number = Calls>(calls?: Wanted): Promise<HeldCalls<Wanted>>;
  /** Lets the other calls go on, in the order in which they came, and stops no more. */
  end(): Promise<void>;
}

/** What a hold needs of its sandbox. */
export interface HoldMethods {
  open(operation: OperationId, options: HoldOptions): Awaitable<ShownHold>;
  arrived(id: string, query: { readonly calls?: number }): Awaitable<readonly ShownHeldCall[]>;
  release(id: string, call: number): Awaitable<void>;
  fail(id: string, call: number, as: HoldFailure): Awaitable<void>;
  end(id: string): Awaitable<void>;
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
    release: async () => {
      await holds.release(id, call);
    },
    fail: async (as) => {
      await holds.fail(id, call, as);
    },
  });
  return {
    id,
    arrived: async <Wanted extends number = Calls>(calls?: Wanted) => {
      const shown = await holds.arrived(id, calls === undefined ? {} : { calls });
      return shown.map(heldCall) as HeldCalls<Wanted>;
    },
    end: async () => {
      await holds.end(id);
    },
  };
}
