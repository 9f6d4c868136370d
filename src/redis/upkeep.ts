/** What a replica does beside requests: it sweeps what has expired, limits journals, and lets copies leave its memory. */

import { JournalQuota } from './journal/journal-quota.js';
import type { SandboxIndex } from './sandbox-index.js';
import type { RedisStore } from './redis-store.js';

const SWEEP_MILLISECONDS = 10_000;
/** How often the memory of Redis is looked at, beside what this replica adds. */
const MEMORY_MILLISECONDS = 1_000;

/** Starts it. Returns what has to be told, and the end of it. */
export function startUpkeep(
  { connection }: RedisStore,
  index: SandboxIndex,
  journalBytesInAll: number,
  forgetUnused: () => void,
): { readonly recorded: (bytes: number) => void; readonly full: () => void; readonly stop: () => void } {
  const quota = new JournalQuota(connection, index, journalBytesInAll);
  const relieve = (): void => {
    quota.relieve();
  };
  const sweep = (): void => {
    forgetUnused();
    // If it fails, the next one may succeed, and requests report that the store is not reachable.
    quota.sweep().catch(() => undefined);
  };
  const timers = [setInterval(sweep, SWEEP_MILLISECONDS).unref(), setInterval(relieve, MEMORY_MILLISECONDS).unref()];
  return {
    recorded: (bytes) => {
      quota.recorded(bytes);
    },
    full: relieve,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
