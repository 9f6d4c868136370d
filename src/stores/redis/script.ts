/** Scripts in Lua that Redis runs, and the types of their replies. */

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
 * A script without the flag `no-writes`, so that a node that accepts no changes refuses it. On a node that became a
 * replica, even a script that only reads would see outdated data.
 */
export function script(body: string, flags = ''): Script {
  const source = `#!lua${flags}${body}`;
  return { source, digest: createHash('sha1').update(source).digest('hex') };
}

/** A script that also runs if the memory of Redis is full, so that sandboxes can still be read and removed. */
export function scriptWhenFull(source: string): Script {
  return script(source, ' flags=allow-oom');
}

/** A reply of Redis: a text, a number, a list of replies, or null for nothing. */
export type Reply = string | number | null | readonly Reply[];
