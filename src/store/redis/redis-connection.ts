/** The connection to Redis: runs scripts and commands within a time limit, reconnects, and listens to channels. */

import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type * as Redis from 'redis';
import { resolveOptionalPeer, type OptionalPeer } from '../../platform/optional-peer.js';
import { StoreError } from '../store-error.js';
import { STORE_ID } from './keys.js';
import { JOURNAL_SCRIPTS } from './journal-scripts.js';
import type { Script } from './script.js';
import { PROBE, SANDBOX_SCRIPTS } from './scripts.js';

const SCRIPTS = [...SANDBOX_SCRIPTS, ...JOURNAL_SCRIPTS];

const REDIS: OptionalPeer = {
  name: 'redis',
  oldest: '5',
  purpose: 'a store in Redis',
  install: 'npm install redis',
};

/** A reply that takes longer counts as none. */
const REPLY_MILLISECONDS = 2_000;
/** How long a start waits for Redis. */
const START_MILLISECONDS = 2_000;
/** A connection without any byte for so long is replaced by another. */
const SILENCE_MILLISECONDS = 5_000;
const PING_MILLISECONDS = 1_000;
const LONGEST_PAUSE = 1_000;

/** What Redis replies: texts, numbers, lists of them; null for nothing. */
export type Reply = string | number | null | readonly Reply[];

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  /** Called each time the connection is there again after it was lost. */
  readonly onReconnected: () => void;
}

type Client = ReturnType<typeof Redis.createClient>;

export class RedisConnection {
  /** The URL without its password. */
  readonly name: string;
  readonly #commands: Client;
  readonly #messages: Client;
  readonly #digests = new Map<Script, string>(
    SCRIPTS.map((script) => [script, createHash('sha1').update(script.source).digest('hex')]),
  );
  #lastError: Error | undefined;
  #isLoaded = false;

  private constructor({ createClient }: typeof Redis, { url, onReconnected }: RedisConnectionOptions) {
    this.name = nameOf(url);
    this.#commands = createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: PING_MILLISECONDS,
      socket: {
        connectTimeout: REPLY_MILLISECONDS,
        socketTimeout: SILENCE_MILLISECONDS,
        reconnectStrategy: (retries) => Math.min(25 * 2 ** Math.min(retries, 10), LONGEST_PAUSE),
      },
    });
    this.#messages = this.#commands.duplicate({ disableOfflineQueue: false });
    for (const client of [this.#commands, this.#messages]) {
      client.on('error', (error: Error) => {
        this.#lastError = error;
      });
    }
    let connections = 0;
    this.#commands.on('ready', () => {
      this.#lastError = undefined;
      this.#loadScripts().then(() => {
        if (++connections > 1) onReconnected();
      }, ignore);
    });
  }

  /**
   * @throws MissingPeerError without the package `redis`; StoreError if Redis is not reachable, or is too old
   */
  static async open(options: RedisConnectionOptions): Promise<RedisConnection> {
    const redis = (await import(pathToFileURL(resolveOptionalPeer(REDIS)).href)) as typeof Redis;
    const connection = new RedisConnection(redis, options);
    try {
      await within(START_MILLISECONDS, connection.#connect());
    } catch (error) {
      connection.close();
      throw connection.#unreachable(error as Error);
    }
    return connection;
  }

  async #connect(): Promise<void> {
    await Promise.all([this.#commands.connect(), this.#messages.connect()]);
    await this.#loadScripts();
  }

  /** Redis forgets scripts when it restarts. */
  async #loadScripts(): Promise<void> {
    await Promise.all(SCRIPTS.map(({ source }) => this.#commands.sendCommand(['SCRIPT', 'LOAD', source])));
    this.#isLoaded = true;
  }

  /** Runs a script. @throws StoreError if there is no reply, or Redis refuses it */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<Reply> {
    return this.command('EVALSHA', this.#digests.get(script)!, String(keys.length), ...keys, ...args.map(String));
  }

  /** Runs a command. @throws StoreError if there is no reply, or Redis refuses it */
  async command(...words: string[]): Promise<Reply> {
    try {
      return await within(REPLY_MILLISECONDS, this.#commands.sendCommand<Reply>(words));
    } catch (error) {
      const { message } = error as Error;
      if (message.startsWith('NOSCRIPT')) void this.#loadScripts().catch(ignore);
      if (message.startsWith('READONLY')) this.#connectAnew();
      throw this.#unreachable(error as Error);
    }
  }

  /**
   * After a failover, the node of this connection accepts no changes, and the address of the store may lead to another
   * one already. Redis ends the connections, and the client opens others.
   */
  #connectAnew(): void {
    for (const client of [this.#commands, this.#messages])
      if (client.isReady) client.sendCommand(['QUIT']).catch(ignore);
  }

  /** Whether Redis replies now, and accepts changes. */
  async isReachable(): Promise<boolean> {
    if (!this.#isLoaded) return false;
    try {
      return (await this.run(PROBE, [STORE_ID], [])) === 1;
    } catch {
      return false;
    }
  }

  /**
   * Calls `listener` with every message on the channel, until the returned function is called.
   * @throws StoreError
   */
  async listen(channel: string, listener: (message: string) => void): Promise<() => Promise<void>> {
    try {
      await this.#messages.subscribe(channel, listener);
    } catch (error) {
      throw this.#unreachable(error as Error);
    }
    return async () => {
      if (this.#messages.isOpen) await this.#messages.unsubscribe(channel, listener);
    };
  }

  close(): void {
    for (const client of [this.#commands, this.#messages]) if (client.isOpen) client.destroy();
  }

  #unreachable(error: Error): StoreError {
    const cause = this.#commands.isReady ? error : (this.#lastError ?? error);
    return new StoreError(`the store ${this.name} ${troubleOf(cause)}`, { cause });
  }
}

class NoReply extends Error {
  override readonly name = 'NoReply';
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // If this process was busy for so long, the reply may have come: it is read before the immediate runs.
      setImmediate(reject, new NoReply(`no reply within ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is wrong, and the remedy, after the name of the store. */
function troubleOf(error: Error): string {
  const { message } = error;
  if (error instanceof NoReply) return `does not reply (${message})`;
  if (message.startsWith('OOM'))
    return 'is full: raise its maxmemory, or remove sandboxes (--max-sandboxes, --sandbox-idle-ttl)';
  if (/^(?:READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|MISCONF|BUSY|NOSCRIPT|NOREPLICAS)/.test(message))
    return `accepts no changes at present (${message})`;
  if (/^(?:NOAUTH|WRONGPASS|NOPERM)/.test(message)) return `refuses the user or password of its URL (${message})`;
  return `is not reachable (${message})`;
}

function nameOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

function ignore(): void {
  // The next command reports it.
}
