/** What serves commands: one Redis, or the nodes of a cluster. */

import type * as Redis from 'redis';

/** What Redis replies: texts, numbers, lists of them; null for nothing. */
export type Reply = string | number | null | readonly Reply[];

export interface NodesOptions {
  /** Where to connect, each `redis://` or `rediss://`; nodes of a cluster lead to the others. */
  readonly urls: readonly string[];
  /** Called each time that the connection is there, again too. */
  readonly onReady: () => void;
  /** Called when a connection is lost, or leads to a node that serves no longer. */
  readonly onLost: () => void;
}

export interface RedisNodes {
  /** Whether commands can be sent now. */
  readonly isReady: boolean;
  /** Why the connection was lost. */
  readonly lastError: Error | undefined;
  connect(): Promise<void>;
  /** Sends a command to the node of a key. */
  send(key: string, words: readonly string[]): Promise<Reply>;
  /** Sends a command without a key to every node that accepts changes. */
  sendToAll(words: readonly string[]): Promise<readonly Reply[]>;
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string, listener: (message: string) => void): Promise<void>;
  /** A command failed: other nodes may serve by now. */
  failed(error: Error): void;
  close(): void;
}

/** A connection without any byte for so long is replaced by another. */
const SILENCE_MILLISECONDS = 5_000;
const PING_MILLISECONDS = 1_000;
const LONGEST_PAUSE = 1_000;
const CONNECT_MILLISECONDS = 2_000;

/** How each connection behaves. */
export const CLIENT_OPTIONS = {
  disableOfflineQueue: true,
  pingInterval: PING_MILLISECONDS,
  socket: {
    connectTimeout: CONNECT_MILLISECONDS,
    socketTimeout: SILENCE_MILLISECONDS,
    reconnectStrategy: (retries: number) => Math.min(25 * 2 ** Math.min(retries, 10), LONGEST_PAUSE),
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

/** The same list without user and password. */
export function nameOf(store: string): string {
  const [first, ...others] = urlsOf(store).map((url) => new URL(url));
  const hosts = [first!, ...others].map(({ host }) => host).join(',');
  return `${first!.protocol}//${hosts}${first!.pathname === '/' ? '' : first!.pathname}`;
}
