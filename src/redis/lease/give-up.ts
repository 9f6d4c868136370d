import type { OrderedWrites } from '../ordered-writes.js';
import type { SandboxLog } from '../sandbox-log.js';
import type { HeldLease } from './held-lease.js';
import type { LeasedCopy } from './leased-copy.js';

/** Gives the lease of a sandbox up, when everything is written. Never rejects. */
export async function giveUp(writes: OrderedWrites, copy: LeasedCopy, held: HeldLease, log: SandboxLog): Promise<void> {
  try {
    writes.flush();
    await writes.written();
    // Exchanges go into the journal when their changes are written.
    await new Promise((resolve) => setImmediate(resolve));
    await copy.settleJournal();
    const lease = held.end();
    if (lease !== undefined) await log.release(lease);
  } catch {
    // It expires.
    held.end();
  }
}
