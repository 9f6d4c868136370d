/**
 * The connection to Redis: runs scripts and commands within a time limit, reconnects, and listens to channels.
 * Messages use a second connection, because Redis accepts no commands on a connection that listens.
 */

import { EventEmitter } from 'node:events';
import type * as Redis from 'redis';
import { importOptionalPeer, type OptionalPeer } from '../../common/platform/optional-peer.js';
import { StoreError } from '../../emulator/store/store-error.js';
import { SIGNING_KEY } from './keys.js';
import type { Arguments, Reply, Script } from './script.js';
import { PROBE } from './scripts.js';

type Client = ReturnType<typeof Redis.createClient>;

/** Events that no command causes. */
type RedisEvents = EventEmitter<{
  /** The connection is lost: other replicas may change sandboxes meanwhile. */
  lost: [];
  /** Another replica wants the lease of a sandbox, or has given it up. */
  message: [word: string, sandboxId: string];
}>;

/** The client of Redis. It is an optional peer, because most emulators have no such store. */
const REDIS: OptionalPeer = {
  name: 'redis',
  oldest: '5',
  purpose: 'a store in Redis',
  install: 'npm install redis',
};

/** How the connections behave. Times are in milliseconds. */
const CLIENT_OPTIONS = {
  // While the connection is lost, a command fails at once. In a queue, it would run late, and its lease may be over.
  disableOfflineQueue: true,
  pingInterval: 1_000,
  socket: {
    connectTimeout: 2_000,
    // A connection that is silent for this time is replaced.
    socketTimeout: 5_000,
    // The pause before the next attempt, in milliseconds: it doubles from 25 up to a second.
    reconnectStrategy: (retries: number) => Math.min(25 * 2 ** Math.min(retries, 10), 1_000),
  },
} as const satisfies Redis.RedisClientOptions;

/** The time limit for a reply, and for each step of the start. */
const REPLY_MILLISECONDS = 2_000;

/** Two connections to one Redis: one for commands, one for messages. */
export class RedisConnection {
  /** The URL without user and password. */
  readonly name: string;
  readonly events: RedisEvents = new EventEmitter();
  readonly #commands: Client;
  readonly #messages: Client;
  readonly #clients: readonly Client[];
  /** Why the connection was lost. */
  #lastError: Error | undefined;

  private constructor({ createClient }: typeof Redis, url: string) {
    const { protocol, host, pathname } = new URL(url);
    const database = pathname === '/' ? '' : pathname;
    this.name = `${protocol}//${host}${database}`;
    this.#commands = createClient({ ...CLIENT_OPTIONS, url });
    // Subscriptions may wait for the connection: they change nothing in Redis.
    this.#messages = this.#commands.duplicate({ disableOfflineQueue: false });
    this.#clients = [this.#commands, this.#messages];
    for (const client of this.#clients) client.on('error', (error: Error) => (this.#lastError = error));
    this.#commands.on('reconnecting', () => this.events.emit('lost'));
    this.#commands.on('ready', () => (this.#lastError = undefined));
  }

  /**
   * Connects to a Redis.
   * @param url `redis://` or `rediss://`
   * @throws MissingPeerError without the package `redis`; StoreError if Redis is not reachable
   */
  static async open(url: string): Promise<RedisConnection> {
    const connection = new RedisConnection((await importOptionalPeer(REDIS)) as typeof Redis, url);
    try {
      const connecting = connection.#clients.map((client) => client.connect());
      await inTime(Promise.all(connecting));
    } catch (error) {
      connection.close();
      throw connection.#unreachable(error as Error);
    }

    return connection;
  }

  /**
   * Runs a script. A script that Redis does not know yet is sent twice, so it may run after scripts that were sent
   * later.
   * @throws StoreError
   */
  run(source: Script, keys: readonly string[], args: Arguments): Promise<Reply> {
    return this.#replied(this.#evaluate(source, [String(keys.length), ...keys, ...args.map(String)]));
  }

  /** Runs a script by its digest. Redis may forget scripts at any time; then the whole script is sent. */
  #evaluate({ source, digest }: Script, words: readonly string[]): Promise<Reply> {
    return this.#commands.sendCommand<Reply>(['EVALSHA', digest, ...words]).catch((error: unknown) => {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return this.#commands.sendCommand<Reply>(['EVAL', source, ...words]);
    });
  }

  /** Runs a command. @throws StoreError if there is no reply, or Redis refuses it */
  command(...words: readonly string[]): Promise<Reply> {
    return this.#replied(this.#commands.sendCommand<Reply>(words));
  }

  /** Why Redis does not reply or accept changes now; undefined if it does both. */
  trouble(): Promise<string | undefined> {
    const reason = ({ message }: StoreError): string => message;
    return this.run(PROBE, [SIGNING_KEY], []).then(() => undefined, reason);
  }

  /** Calls `listener` with every message on the channel, until the returned function is called. @throws StoreError */
  async listen(channel: string, listener: (message: string) => void): Promise<() => Promise<void>> {
    await this.#messages.subscribe(channel, listener).catch((error: unknown) => {
      throw this.#unreachable(error as Error);
    });
    return async () => {
      if (this.#messages.isOpen) await this.#messages.unsubscribe(channel, listener);
    };
  }

  close(): void {
    for (const client of this.#clients) if (client.isOpen) client.destroy();
  }

  async #replied(reply: Promise<Reply>): Promise<Reply> {
    try {
      return await inTime(reply);
    } catch (error) {
      const { message } = error as Error;
      // The node is a replica of another node since a failover.
      if (message.startsWith('READONLY')) this.#reconnect();
      throw this.#unreachable(error as Error);
    }
  }

  /** Reconnects after a failover: the old node accepts no changes, and its address may lead to the new one already. */
  #reconnect(): void {
    // Redis ends the connections, and the client opens new ones. If that fails, the next command reports it.
    for (const client of this.#clients) if (client.isReady) client.sendCommand(['QUIT']).catch(() => undefined);
  }

  #unreachable(error: Error): StoreError {
    // If the connection is lost, the client's error only says so. The last error of the connection says why.
    const cause = this.#commands.isReady ? error : (this.#lastError ?? error);
    return new StoreError(`the store ${this.name} ${troubleOf(cause)}`, { cause });
  }
}

/** The trouble and its remedy, as a text to follow the name of the store. */
function troubleOf(error: Error): string {
  const { message } = error;
  if (message.startsWith(NO_REPLY)) return `does not reply (${message})`;
  if (message.startsWith('OOM')) return 'is full: raise its maxmemory, or remove sandboxes (--sandbox-idle-ttl)';
  if (/^(?:READONLY|LOADING|MASTERDOWN|MISCONF|BUSY|NOREPLICAS)/.test(message))
    return `accepts no changes at present (${message})`;
  if (/^(?:MOVED|ASK|CROSSSLOT|CLUSTERDOWN)/.test(message))
    return `is a Redis Cluster, which cannot be a store: use a Redis without cluster mode (${message})`;
  if (/^(?:NOAUTH|WRONGPASS|NOPERM)/.test(message)) return `refuses the user or password of its URL (${message})`;

  return `is not reachable (${message})`;
}

/** The beginning of the message if Redis takes too long. */
const NO_REPLY = 'no reply';

/** The result of `work`. @throws Error if it does not come within {@link REPLY_MILLISECONDS} */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // If this process was busy, the reply may be there but unread. It is read before the immediate runs.
      setImmediate(reject, new Error(`${NO_REPLY} within ${REPLY_MILLISECONDS} ms`));
    }, REPLY_MILLISECONDS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
