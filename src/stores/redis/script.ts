/**
 * Scripts in Lua that Redis runs atomically, and the types of their replies. The scripts stand in `lua/`. A line
 * `-- include fence` stands for the text of the part `fence.lua`.
 *
 * Each script uses the keys of one sandbox. Scripts that create or remove a sandbox also use the index.
 *
 * The lease has a fencing token that only grows. A paused replica may still believe that it has the lease. Scripts
 * refuse it: every script that writes compares the caller's lease with the lease that was given last.
 *
 * A lease that is not renewed ends after a time, by the clock of Redis.
 *
 * The journal of a sandbox is a stream with two kinds of entries. Each exchange has an entry whose ID begins with its
 * number. Entries for ends of responses contain a line `<number> <duration>` for each end. Their IDs begin with the
 * number of the newest exchange, and have another second part.
 */

import { createHash } from 'node:crypto';

/** A script in Lua. */
export interface Script {
  readonly source: string;
  /** The digest by which Redis finds a compiled script. Redis itself would need 5 µs per kilobyte to compute it. */
  readonly digest: string;
}

/** The arguments of a script. Redis receives numbers as texts. */
export type Arguments = readonly (string | number)[];

/**
 * A script as a file in `lua/` has it. Its first line may have the flag `allow-oom`: then it also runs if the memory of
 * Redis is full, so that sandboxes can still be read and removed. No script has the flag `no-writes`, so that a node
 * that accepts no changes refuses each of them: on a node that became a replica, even a script that only reads would
 * see outdated data.
 */
export function script(source: `#!lua${string}`): Script {
  return { source, digest: createHash('sha1').update(source).digest('hex') };
}

/** A reply of Redis: a text, a number, a list of replies, or null for nothing. */
export type Reply = string | number | null | readonly Reply[];
