/** A Redis that emulators share: connection, messages between replicas, the key that signs access tokens. */

import { hostname } from 'node:os';
import { unpredictableHex } from '../emulator/domain/time/random.js';
import { MADE_AT, REPLICA_COUNT, replicaChannel, SIGNING_KEY, STORE_ID } from './keys.js';
import { RedisConnection } from './connection/redis-connection.js';
import { TIME } from './scripts.js';

const TIME_SAMPLES = 5;

/** What happens in the store without this replica. */
export interface RedisStoreEvents {
  /** Another replica wants the lease of a sandbox, or has given it up. */
  readonly onMessage: (word: string, sandboxId: string) => void;
  /** The store has other data than before. */
  readonly onDataLost: () => void;
}

/** Options of {@link RedisStore.open}. */
export interface RedisStoreOptions {
  /** Makes a private key, PEM. */
  readonly newKey: () => string;
}

export class RedisStore {
  readonly connection: RedisConnection;
  /** The name of this process among those that share the store. */
  readonly replica: string;
  #events: RedisStoreEvents | undefined;
  #id = '';
  #key = '';
  #isKeyNew = false;
  #made = 0;
  #origin = 0;
  #number = 1;
  #checking: Promise<void> | undefined;

  private constructor(connection: RedisConnection, replica: string) {
    this.connection = connection;
    this.replica = replica;
  }

  /**
   * @param options `newKey` makes a private key, as PEM
   * @throws MissingPeerError without the package `redis`; StoreError if Redis is not reachable
   */
  static async open(url: string, { newKey }: RedisStoreOptions): Promise<RedisStore> {
    const connection = await RedisConnection.open({
      url,
      onReconnected: () => void store.check(),
    });
    // The name of the machine is what an operator knows, for example of a pod; the rest makes it unique.
    const store = new RedisStore(connection, `${hostname()}-${unpredictableHex(4)}`);
    try {
      await store.#identify();
      await store.#findFacts(newKey());
      await connection.listen(replicaChannel(store.replica), (message) => {
        const [word = '', sandboxId = ''] = message.split(/ (.*)/s);
        store.#events?.onMessage(word, sandboxId);
      });
    } catch (error) {
      connection.close();
      throw error;
    }
    return store;
  }

  /** When the store was made, as a reading of `performance.now()`: for all replicas the same moment. */
  get madeAt(): number {
    return this.#made - this.#origin;
  }

  /** Each replica numbers its connections from a million of its own, so that journals tell them apart. */
  get connectionsBefore(): number {
    return (this.#number - 1) * 1_000_000;
  }

  /** The private key that all replicas sign with, PEM. The first one has made it. */
  get signingKey(): { readonly pem: string; readonly madeIn?: string } {
    return { pem: this.#key, ...(this.#isKeyNew && { madeIn: `${this.name}, key ${SIGNING_KEY}` }) };
  }

  get name(): string {
    return this.connection.name;
  }

  set events(events: RedisStoreEvents) {
    this.#events = events;
  }

  /** Checks whether the data is still that of before; if not, says so, and puts the signing key there again. Never rejects. */
  check(): Promise<void> {
    return (this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    }));
  }

  async #check(): Promise<void> {
    try {
      const before = this.#id;
      await this.#identify();
      if (before === this.#id) return;
      this.#events?.onDataLost();
      await this.connection.command('SET', SIGNING_KEY, this.#key, 'NX');
      await this.connection.command('SET', MADE_AT, String(this.#made), 'NX');
    } catch {
      // Requests report that the store is not reachable, and the next connection checks again.
    }
  }

  async #identify(): Promise<void> {
    const own = unpredictableHex(8);
    const known = await this.connection.command('SET', STORE_ID, own, 'NX', 'GET');
    this.#id = typeof known === 'string' ? known : own;
  }

  async #findFacts(key: string): Promise<void> {
    this.#origin = await this.#timeOrigin();
    const now = this.#origin + performance.now();
    const [knownKey, made, number] = await Promise.all([
      this.connection.command('SET', SIGNING_KEY, key, 'NX', 'GET'),
      this.connection.command('SET', MADE_AT, String(now), 'NX', 'GET'),
      this.connection.command('INCR', REPLICA_COUNT),
    ]);
    this.#number = Number(number);
    this.#isKeyNew = typeof knownKey !== 'string';
    this.#key = typeof knownKey === 'string' ? knownKey : key;
    this.#made = typeof made === 'string' ? Number(made) : now;
  }

  /**
   * What Redis's clock showed when `performance.now()` was 0, in milliseconds since 1970. Exchanges of several replicas
   * are ordered by it, because the clocks of machines disagree. The error is at most half of the fastest round trip.
   */
  async #timeOrigin(): Promise<number> {
    let [fastest, origin] = [Number.POSITIVE_INFINITY, 0];
    for (let turn = 0; turn < TIME_SAMPLES; turn++) {
      const sent = performance.now();
      const [seconds, microseconds] = (await this.connection.run(TIME, [STORE_ID], [])) as [string, string];
      const received = performance.now();
      if (received - sent >= fastest) continue;
      fastest = received - sent;
      origin = Number(seconds) * 1_000 + Number(microseconds) / 1_000 - (sent + received) / 2;
    }
    return origin;
  }

  close(): void {
    this.connection.close();
  }
}
