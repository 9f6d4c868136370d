/**
 * A Lua script, and how each begins: with `#!lua`, without the flag `no-writes`, so that Redis refuses it where it accepts
 * no changes. On a node that became a replica, even what only reads would be out of date.
 */

import { createHash } from 'node:crypto';

export interface Script {
  readonly source: string;
  /** By which Redis knows it: SHA-1, in hexadecimal. */
  readonly digest: string;
}

export function script(source: string): Script {
  return withDigest(`#!lua\n${source}`);
}

/** A script that also runs if Redis is full, so that sandboxes can be looked at and removed. */
export function scriptWhenFull(source: string): Script {
  return withDigest(`#!lua flags=allow-oom\n${source}`);
}

function withDigest(source: string): Script {
  return { source, digest: createHash('sha1').update(source).digest('hex') };
}
