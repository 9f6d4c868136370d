/** A cluster of Redis. All keys of a sandbox are on one node, which their hash tag decides. */

import { setTimeout as sleep } from 'node:timers/promises';
import type * as Redis from 'redis';
import { CLIENT_OPTIONS, type Listener, type RedisEvents, type Reply, within } from './redis-nodes.js';

type Cluster = ReturnType<typeof Redis.createCluster>;

/** Nodes are not looked for more often. */
const PAUSE_MILLISECONDS = 250;

/** How long connecting may take: nodes that have ended are tried for ever. */
const CONNECT_MILLISECONDS = 1_000;

/** Errors of a single command: the node that replies with one still serves. */
const REFUSAL = /^(?:OOM|WRONGTYPE|ERR|NOPERM|NOAUTH|WRONGPASS|MISCONF|BUSY)/;

export class ClusterNodes {
  readonly #redis: typeof Redis;
  readonly #events: RedisEvents;
  /** Every node that was ever known may lead to the others. */
  readonly #urls: Set<string>;
  /** The channel of each listener. */
  readonly #channels = new Map<Listener, string>();
  #cluster: Cluster | undefined;
  #isClosed = false;
  #isRenewing = false;
  /** Whether commands can be sent. */
  isReady = false;
  /** Why a connection was lost. */
  lastError: Error | undefined;

  constructor(redis: typeof Redis, urls: readonly string[], events: RedisEvents) {
    this.#redis = redis;
    this.#events = events;
    this.#urls = new Set(urls);
  }

  /** Connects anew. If that fails or takes longer, the connection before stays. */
  async connect(milliseconds: number): Promise<void> {
    const cluster = this.#create();
    try {
      await within(milliseconds, this.#connect(cluster));
    } catch (error) {
      this.#end(cluster);
      throw error;
    }
    this.#end(this.#cluster);
    this.#cluster = cluster;
    if (this.#isClosed) this.#end(cluster);
    this.isReady = true;
    this.#remember(cluster);
    this.#events.emit('ready');
  }

  /** Sends a command to the node of a key. */
  send(key: string, words: readonly string[]): Promise<Reply> {
    return this.#cluster!.sendCommand<Reply>(key, false, [...words]);
  }

  /** Sends a command without a key to every node that accepts changes. */
  async sendToAll(words: readonly string[]): Promise<readonly Reply[]> {
    const cluster = this.#cluster!;
    return await Promise.all(
      cluster.masters.map(async (node) => (await cluster.nodeClient(node)).sendCommand<Reply>([...words])),
    );
  }

  async subscribe(channel: string, listener: Listener): Promise<void> {
    this.#channels.set(listener, channel);
    await this.#cluster!.subscribe(channel, listener);
  }

  async unsubscribe(channel: string, listener: Listener): Promise<void> {
    this.#channels.delete(listener);
    if (this.#cluster?.isOpen === true) await this.#cluster.unsubscribe(channel, listener as () => void);
  }

  /** A node may have ended, and another one may serve in its place: connects anew. */
  failed(error: Error): void {
    if (this.#isRenewing || this.#isClosed || REFUSAL.test(error.message)) return;
    this.#events.emit('lost');
    this.#isRenewing = true;
    const renewed = sleep(PAUSE_MILLISECONDS).then(() => this.connect(CONNECT_MILLISECONDS));
    // If it fails, the next command that fails tries again.
    void renewed.catch(() => undefined).finally(() => (this.#isRenewing = false));
  }

  close(): void {
    this.#isClosed = true;
    this.#end(this.#cluster);
  }

  async #connect(cluster: Cluster): Promise<void> {
    await cluster.connect();
    for (const [listener, channel] of this.#channels) await cluster.subscribe(channel, listener);
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
    return cluster.on('error', (error: Error) => (this.lastError = error));
  }

  #remember(cluster: Cluster): void {
    const [url] = this.#urls;
    for (const { host, port } of [...cluster.masters, ...cluster.replicas])
      this.#urls.add(Object.assign(new URL(url!), { hostname: host, port: String(port) }).href);
  }

  #end(cluster: Cluster | undefined): void {
    if (cluster?.isOpen === true) cluster.destroy();
  }
}
