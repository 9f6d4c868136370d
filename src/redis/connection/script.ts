/**
 * A Lua script, and how each begins: with `#!lua`, without the flag `no-writes`, so that Redis refuses it where it accepts
 * no changes. On a node that became a replica, even what only reads would be out of date.
 */

/** Source of a script. Redis compiles it once and finds it by its digest, which takes 2 µs for a kilobyte. */
export type Script = string & { readonly kind: 'script' };

export function script(source: string): Script {
  return `#!lua${source}` as Script;
}

/** A script that also runs if Redis is full, so that sandboxes can be looked at and removed. */
export function scriptWhenFull(source: string): Script {
  return `#!lua flags=allow-oom${source}` as Script;
}
