/**
 * A Lua script, and how each begins: with `#!lua`, without the flag `no-writes`, so that Redis refuses it where it accepts
 * no changes. On a node that became a replica, even what only reads would be out of date.
 */

export interface Script {
  readonly name: string;
  readonly source: string;
}

export const SCRIPT = '#!lua';

/** Runs also if Redis is full, so that sandboxes can be looked at and removed. */
export const SCRIPT_WHEN_FULL = '#!lua flags=allow-oom';
