/** The connection to Redis: runs scripts and commands within a time limit, reconnects, and listens to channels. */

import { EventEmitter } from 'node:events';
import type * as Redis from 'redis';
import { importOptionalPeer, type OptionalPeer } from '../../../common/platform/optional-peer.js';
import { StoreError } from '../../../emulator/store/store-error.js';
import { STORE_ID } from '../keys.js';
import { ClusterNodes } from './cluster-nodes.js';
import { nameOf, NoReplyError, script, urlsOf, within } from './redis-nodes.js';
import type { Arguments, Listener, RedisEvents, Reply, Script } from './redis-nodes.js';
import { SingleNode } from './single-node.js';

const REDIS: OptionalPeer = {
  name: 'redis',
  oldest: '5',
  purpose: 'a store in Redis',
  install: 'npm install redis',
};

/** A reply that takes longer counts as none, and so does each step of a start. */
const REPLY_MILLISECONDS = 2_000;

/** Whether changes are accepted. KEYS one of the node that is asked. */
const PROBE = script('\nreturn 1');

export class RedisConnection {
  /** The URL without its password. */
  readonly name: string;
  readonly events: RedisEvents = new EventEmitter();
  #nodes: SingleNode | ClusterNodes | undefined;

  private constructor(url: string) {
    this.name = nameOf(url);
  }

  /**
   * Connects to the first of the nodes that replies, and through it to its cluster, if it belongs to one.
   * @param url `redis://` or `rediss://`, with several hosts for nodes of a cluster: `redis://one:6379,two:6379`
   * @throws MissingPeerError without the package `redis`; StoreError if Redis is not reachable, or is too old
   */
  static async open(url: string): Promise<RedisConnection> {
    const redis = (await importOptionalPeer(REDIS)) as typeof Redis;
    const connection = new RedisConnection(url);
    const urls = urlsOf(url);
    for (const [at, first] of urls.entries()) {
      try {
        await connection.#connect(redis, [first, ...urls.filter((other) => other !== first)]);
        return connection;
      } catch (error) {
        connection.close();
        if (at === urls.length - 1) throw connection.#unreachable(error as Error);
      }
    }
    return connection;
  }

  async #connect(redis: typeof Redis, urls: readonly string[]): Promise<void> {
    const node = (this.#nodes = new SingleNode(redis, urls[0]!, this.events));
    await within(REPLY_MILLISECONDS, node.connect());
    const [reply] = await within(REPLY_MILLISECONDS, node.sendToAll(['INFO', 'cluster']));
    if (!/^cluster_enabled:1/m.test(String(reply))) return;
    node.close();
    this.#nodes = new ClusterNodes(redis, urls, this.events);
    await this.#nodes.connect(REPLY_MILLISECONDS);
  }

  /**
   * Runs a script, on the node of its first key; after those that were sent behind it, if Redis had forgotten it.
   * @throws StoreError if there is no reply, or Redis refuses it
   */
  run(source: Script, keys: readonly string[], args: Arguments): Promise<Reply> {
    return this.#replied(this.#evaluate(source, keys[0]!, [String(keys.length), ...keys, ...args.map(String)]));
  }

  /** Redis may forget scripts at any time: one that it does not know is sent again, whole. */
  #evaluate({ source, digest }: Script, key: string, words: readonly string[]): Promise<Reply> {
    return this.#nodes!.send(key, ['EVALSHA', digest, ...words]).catch((error: unknown) => {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return this.#nodes!.send(key, ['EVAL', source, ...words]);
    });
  }

  /** Runs a command, whose key is its second word. @throws StoreError if there is no reply, or Redis refuses it */
  command(...words: readonly string[]): Promise<Reply> {
    return this.#replied(this.#nodes!.send(words[1]!, words));
  }

  /** What every node says of its memory. @throws StoreError */
  async memory(): Promise<readonly { readonly used: number; readonly most: number }[]> {
    const texts = await this.#replied(this.#nodes!.sendToAll(['INFO', 'memory']));
    const valueIn = (text: Reply, name: string): number =>
      Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(String(text))?.[1] ?? 0);
    return texts.map((text) => ({ used: valueIn(text, 'used_memory'), most: valueIn(text, 'maxmemory') }));
  }

  /** Whether Redis replies now, and accepts changes. */
  isReachable(): Promise<boolean> {
    return this.run(PROBE, [STORE_ID], []).then(Boolean, () => false);
  }

  /** Calls `listener` with every message on the channel, until the returned function is called. @throws StoreError */
  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    await this.#nodes!.subscribe(channel, listener).catch((error: unknown) => {
      throw this.#unreachable(error as Error);
    });
    return () => this.#nodes!.unsubscribe(channel, listener);
  }

  close(): void {
    this.#nodes?.close();
  }

  async #replied<Replied>(reply: Promise<Replied>): Promise<Replied> {
    try {
      return await within(REPLY_MILLISECONDS, reply);
    } catch (error) {
      if ((error as Error).message.startsWith('OOM')) this.events.emit('full');
      this.#nodes!.failed(error as Error);
      throw this.#unreachable(error as Error);
    }
  }

  #unreachable(error: Error): StoreError {
    const cause = this.#nodes?.isReady === true ? error : (this.#nodes?.lastError ?? error);
    return new StoreError(`the store ${this.name} ${troubleOf(cause)}`, { cause });
  }
}

/** What is wrong, and the remedy, after the name of the store. */
function troubleOf(error: Error): string {
  const { message } = error;
  if (error instanceof NoReplyError) return `does not reply (${message})`;
  if (message.startsWith('OOM'))
    return 'is full: raise its maxmemory, or remove sandboxes (--max-sandboxes, --sandbox-idle-ttl)';
  if (/^(?:READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|MISCONF|BUSY|NOREPLICAS)/.test(message))
    return `accepts no changes at present (${message})`;
  if (/^(?:NOAUTH|WRONGPASS|NOPERM)/.test(message)) return `refuses the user or password of its URL (${message})`;
  return `is not reachable (${message})`;
}
