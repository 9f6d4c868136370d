/**
 * A Lua script, and how each begins: with `#!lua`, without the flag `no-writes`, so that Redis refuses it where it
 * accepts no changes. On a node that became a replica, even what only reads would be out of date.
 */

import { JOURNAL_CHANNEL } from '../keys.js';

/** Source of a script. Redis compiles it once and finds it by its digest, which takes 2 µs for a kilobyte. */
export type Script = string & { readonly kind: 'script' };

export type Arguments = readonly (string | number)[];

export function script(source: string): Script {
  return `#!lua${source}` as Script;
}

/** A script that also runs if Redis is full, so that sandboxes can be looked at and removed. */
export function scriptWhenFull(source: string): Script {
  return `#!lua flags=allow-oom${source}` as Script;
}

/**
 * What the scripts of one sandbox begin with: its keys and its ID, the time of the store, the milliseconds until it
 * expires (0: that stays as it is), and how they tell those that follow its journal. Their own arguments are from
 * ARGV[4] on.
 */
export const OF_SANDBOX = `
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, now, expiry = ARGV[1], ARGV[2], tonumber(ARGV[3])
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
`;
