/** A cluster of Redis. All keys of a sandbox are on one node, which their hash tag decides. */

import { setTimeout as sleep } from 'node:timers/promises';
import type * as Redis from 'redis';
import { CLIENT_OPTIONS, type RedisEvents, type RedisNodes, type Reply, within } from './redis-nodes.js';

type Cluster = ReturnType<typeof Redis.createCluster>;
type Listener = (message: string) => void;
/** Messages are texts, unless one asks for bytes. */
type ClusterListener = Parameters<Cluster['subscribe']>[1];

/** Nodes are not looked for more often. */
const PAUSE_MILLISECONDS = 250;

/** Nodes that have ended are tried for ever: until others take their places, nothing connects to all of them. */
const CONNECT_MILLISECONDS = 1_000;

/** Errors of a single command: the node that replies with one still serves. */
const REFUSAL = /^(?:OOM|WRONGTYPE|ERR|NOPERM|NOAUTH|WRONGPASS|MISCONF|BUSY)/;

export class ClusterNodes implements RedisNodes {
  readonly #redis: typeof Redis;
  readonly #events: RedisEvents;
  /** Every node that was ever known may lead to the others. */
  readonly #urls: Set<string>;
  readonly #listeners: { readonly channel: string; readonly listener: Listener }[] = [];
  #cluster: Cluster;
  #isClosed = false;
  #isRenewing = false;
  isReady = false;
  lastError: Error | undefined;

  constructor(redis: typeof Redis, urls: readonly string[], events: RedisEvents) {
    this.#redis = redis;
    this.#events = events;
    this.#urls = new Set(urls);
    this.#cluster = this.#create();
  }

  async connect(): Promise<void> {
    await this.#cluster.connect();
    this.isReady = true;
    this.#remember();
    this.#events.emit('ready');
  }

  send(key: string, words: readonly string[]): Promise<Reply> {
    return this.#cluster.sendCommand<Reply>(key, false, [...words]);
  }

  async sendToAll(words: readonly string[]): Promise<readonly Reply[]> {
    const cluster = this.#cluster;
    return await Promise.all(
      cluster.masters.map(async (node) => (await cluster.nodeClient(node)).sendCommand<Reply>([...words])),
    );
  }

  async subscribe(channel: string, listener: Listener): Promise<void> {
    this.#listeners.push({ channel, listener });
    await this.#cluster.subscribe(channel, listener as ClusterListener);
  }

  async unsubscribe(channel: string, listener: Listener): Promise<void> {
    const at = this.#listeners.findIndex((known) => known.channel === channel && known.listener === listener);
    if (at !== -1) this.#listeners.splice(at, 1);
    if (this.#cluster.isOpen) await this.#cluster.unsubscribe(channel, listener as ClusterListener);
  }

  /** A node may have ended, and another one may serve in its place: connects anew. */
  failed(error: Error): void {
    if (REFUSAL.test(error.message)) return;
    this.lastError = error;
    if (this.#isRenewing || this.#isClosed) return;
    this.#events.emit('lost');
    this.#isRenewing = true;
    void this.#renew().finally(() => {
      this.#isRenewing = false;
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#end(this.#cluster);
  }

  async #renew(): Promise<void> {
    await sleep(PAUSE_MILLISECONDS);
    const cluster = this.#create();
    try {
      await within(CONNECT_MILLISECONDS, this.#connect(cluster));
    } catch {
      // The next command that fails tries again.
      this.#end(cluster);
      return;
    }
    const before = this.#cluster;
    this.#cluster = cluster;
    this.#end(before);
    if (this.#isClosed) this.#end(cluster);
    this.#remember();
    this.#events.emit('ready');
  }

  async #connect(cluster: Cluster): Promise<void> {
    await cluster.connect();
    for (const { channel, listener } of this.#listeners) await cluster.subscribe(channel, listener as ClusterListener);
  }

  #create(): Cluster {
    const { protocol, username, password } = new URL([...this.#urls][0]!);
    const cluster = this.#redis.createCluster({
      rootNodes: [...this.#urls].map((url) => ({ url })),
      defaults: {
        ...CLIENT_OPTIONS,
        ...(username !== '' && { username: decodeURIComponent(username) }),
        ...(password !== '' && { password: decodeURIComponent(password) }),
        socket: { ...CLIENT_OPTIONS.socket, ...(protocol === 'rediss:' && { tls: true as const }) },
      },
    });
    cluster.on('error', (error: Error) => {
      this.lastError = error;
    });
    return cluster;
  }

  #remember(): void {
    const [url] = this.#urls;
    for (const { host, port } of [...this.#cluster.masters, ...this.#cluster.replicas])
      this.#urls.add(Object.assign(new URL(url!), { hostname: host, port: String(port) }).href);
  }

  #end(cluster: Cluster): void {
    if (cluster.isOpen) cluster.destroy();
  }
}
