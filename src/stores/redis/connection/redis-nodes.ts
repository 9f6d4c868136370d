/** What one Redis and a cluster have in common: scripts, replies, messages, connecting. */

import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type * as Redis from 'redis';

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

/** Gets the messages of a channel. */
export type Listener = (message: string) => void;

/** What happens without a command. */
export type RedisEvents = EventEmitter<{
  /** The connection is lost, or its node: others may have changed everything. */
  lost: [];
  /** The connection is there, again too. */
  ready: [];
  /** Redis has refused something because its memory is full. */
  full: [];
  /** The store has other data than before. */
  'data lost': [];
  /** Another replica wants the lease of a sandbox, or has given it up. */
  message: [word: string, sandboxId: string];
}>;

/** How each connection behaves. Times are in milliseconds. */
export const CLIENT_OPTIONS = {
  disableOfflineQueue: true,
  pingInterval: 1_000,
  socket: {
    connectTimeout: 2_000,
    // How long a connection may be silent before another one takes its place.
    socketTimeout: 5_000,
    reconnectStrategy: (retries: number) => Math.min(25 * 2 ** Math.min(retries, 10), 1_000),
  },
} as const satisfies Redis.RedisClientOptions;

/** The URLs of a list such as `redis://user:password@one:6379,two:6379/0`. */
export function urlsOf(store: string): string[] {
  const start = store.indexOf('://') + 3;
  const slash = store.indexOf('/', start);
  const end = slash === -1 ? store.length : slash;
  const from = Math.max(start, store.lastIndexOf('@', end) + 1);
  const hosts = store.slice(from, end).split(',');
  return hosts.map((host) => `${store.slice(0, from)}${host}${store.slice(end)}`);
}

/** The list of URLs without user and password, for messages. */
export function nameOf(store: string): string {
  const [first, ...others] = urlsOf(store).map((url) => new URL(url));
  const hosts = [first!, ...others].map(({ host }) => host).join(',');
  return `${first!.protocol}//${hosts}${first!.pathname === '/' ? '' : first!.pathname}`;
}

/** Thrown if Redis takes too long. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError';
}

/** The result, if it comes in time. @throws NoReplyError */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // If this process was busy meanwhile, the reply may have come: it is read before the immediate runs.
      setImmediate(reject, new NoReplyError(`no reply within ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
