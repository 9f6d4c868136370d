import { StoreError } from '../../emulator/store/store-error.js';
import type { Taken } from '../sandbox-log.js';
import type { LeaseWait } from './lease-wait.js';

/** A request waits for the lease at most so long. */
const LONGEST_WAIT_MILLISECONDS = 6_000;

/** A lease, and when the request that took it was sent: a reading of `performance.now()`. */
type TakenLease = Extract<Taken, { is: 'taken' }> & { readonly sentAt: number };

/**
 * Asks for the lease of a sandbox until this replica has it. Undefined if there is no such sandbox.
 * @throws StoreError if another replica keeps it too long
 */
export async function takeLease(
  id: string,
  take: () => Promise<Taken>,
  wait: LeaseWait,
): Promise<TakenLease | undefined> {
  const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
  for (;;) {
    const sentAt = performance.now();
    wait.begin();
    const taken = await take();
    if (taken.is === 'none') return undefined;
    if (taken.is === 'taken') return { ...taken, sentAt };
    if (performance.now() > deadline)
      throw new StoreError(`another replica keeps sandbox "${id}" busy in the store; try again`);
    await wait.over(taken.milliseconds);
  }
}
