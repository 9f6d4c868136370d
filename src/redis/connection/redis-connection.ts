/** The connection to Redis: runs scripts and commands within a time limit, reconnects, and listens to channels. */

import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type * as Redis from 'redis';
import { resolveOptionalPeer, type OptionalPeer } from '../../common/platform/optional-peer.js';
import { StoreError } from '../../emulator/store/store-error.js';
import { STORE_ID } from '../keys.js';
import { JOURNAL_SCRIPTS } from '../journal/journal-scripts.js';
import type { Script } from './script.js';
import { ClusterNodes } from './cluster-nodes.js';
import { nameOf, type RedisNodes, type Reply, urlsOf } from './redis-nodes.js';
import { SingleNode } from './single-node.js';
import { PROBE, SANDBOX_SCRIPTS } from '../scripts.js';

const SCRIPTS = [...SANDBOX_SCRIPTS, ...JOURNAL_SCRIPTS];

const REDIS: OptionalPeer = {
  name: 'redis',
  oldest: '5',
  purpose: 'a store in Redis',
  install: 'npm install redis',
};

/** A reply that takes longer counts as none. */
const REPLY_MILLISECONDS = 2_000;
/** How long a start waits for Redis in each of its steps. */
const START_MILLISECONDS = 2_000;

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`, with several hosts if they are nodes of a cluster: `redis://one:6379,two:6379`. */
  readonly url: string;
  /** Called each time the connection is there again after it was lost. */
  readonly onReconnected: () => void;
}

export class RedisConnection {
  /** The URL without its password. */
  readonly name: string;
  readonly #digests = new Map<Script, string>(
    SCRIPTS.map((script) => [script, createHash('sha1').update(script.source).digest('hex')]),
  );
  readonly #onReconnected: () => void;
  #nodes: RedisNodes | undefined;
  #isOpen = false;
  #isLoaded = false;

  private constructor({ url, onReconnected }: RedisConnectionOptions) {
    this.name = nameOf(url);
    this.#onReconnected = onReconnected;
  }

  /**
   * Connects to the first of the nodes that replies, and through it to its cluster, if it belongs to one.
   * @throws MissingPeerError without the package `redis`; StoreError if Redis is not reachable, or is too old
   */
  static async open(options: RedisConnectionOptions): Promise<RedisConnection> {
    const redis = (await import(pathToFileURL(resolveOptionalPeer(REDIS)).href)) as typeof Redis;
    const connection = new RedisConnection(options);
    const urls = urlsOf(options.url);
    for (const [at, url] of urls.entries()) {
      try {
        await connection.#connect(redis, [url, ...urls.filter((other) => other !== url)]);
        connection.#isOpen = true;
        return connection;
      } catch (error) {
        connection.close();
        if (at === urls.length - 1) throw connection.#unreachable(error as Error);
      }
    }
    return connection;
  }

  async #connect(redis: typeof Redis, urls: readonly string[]): Promise<void> {
    const onReady = (): void => {
      this.#loadScripts().then(() => {
        if (this.#isOpen) this.#onReconnected();
      }, ignore);
    };
    const node = new SingleNode(redis, { urls, onReady });
    this.#nodes = node;
    await within(START_MILLISECONDS, node.connect());
    if (await within(START_MILLISECONDS, node.isOfCluster())) {
      node.close();
      this.#nodes = new ClusterNodes(redis, { urls, onReady });
      await within(START_MILLISECONDS, this.#nodes.connect());
    }
    await within(START_MILLISECONDS, this.#loadScripts());
  }

  /** Redis forgets scripts when it restarts. */
  async #loadScripts(): Promise<void> {
    await Promise.all(SCRIPTS.map(({ source }) => this.#nodes!.sendToAll(['SCRIPT', 'LOAD', source])));
    this.#isLoaded = true;
  }

  /** Runs a script. @throws StoreError if there is no reply, or Redis refuses it */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<Reply> {
    return this.command('EVALSHA', this.#digests.get(script)!, String(keys.length), ...keys, ...args.map(String));
  }

  /** Runs a command. @throws StoreError if there is no reply, or Redis refuses it */
  async command(...words: string[]): Promise<Reply> {
    try {
      return await within(REPLY_MILLISECONDS, this.#nodes!.send(words));
    } catch (error) {
      if ((error as Error).message.startsWith('NOSCRIPT')) void this.#loadScripts().catch(ignore);
      this.#nodes!.failed(error as Error);
      throw this.#unreachable(error as Error);
    }
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
      await this.#nodes!.subscribe(channel, listener);
    } catch (error) {
      throw this.#unreachable(error as Error);
    }
    return () => this.#nodes!.unsubscribe(channel, listener);
  }

  close(): void {
    this.#nodes?.close();
  }

  #unreachable(error: Error): StoreError {
    const cause = this.#nodes?.isReady === true ? error : (this.#nodes?.lastError ?? error);
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

function ignore(): void {
  // The next command reports it.
}
