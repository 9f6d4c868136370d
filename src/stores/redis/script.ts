/** What Redis runs: scripts in Lua, what they get and what they reply. */

import { createHash } from 'node:crypto';

/** A script in Lua. */
export interface Script {
  readonly source: string;
  /** Redis finds a script that it has compiled by it. To compute it there takes 5 µs for a kilobyte of source. */
  readonly digest: string;
}

export type Arguments = readonly (string | number)[];

/**
 * A script without the flag `no-writes`, so that Redis refuses it where it accepts no changes. On a node that became a
 * replica, even what only reads would be out of date.
 */
export function script(own: string, flags = ''): Script {
  const source = `#!lua${flags}${own}`;
  return { source, digest: createHash('sha1').update(source).digest('hex') };
}

/** A script that also runs if Redis is full, so that sandboxes can be looked at and removed. */
export function scriptWhenFull(source: string): Script {
  return script(source, ' flags=allow-oom');
}

/** What Redis replies: texts, numbers, lists of them; null for nothing. */
export type Reply = string | number | null | readonly Reply[];
