/** A Redis that emulators share: connection, time, messages between replicas, the key that signs access tokens. */

import { hostname } from 'node:os';
import { unpredictableHex } from '../emulator/domain/time/random.js';
import { MADE_AT, REPLICA_COUNT, replicaChannel, SIGNING_KEY, STORE_ID } from './keys.js';
import { RedisConnection } from './connection/redis-connection.js';
import { StoreClock } from './store-clock.js';

/** What happens in the store without this replica. */
export interface RedisStoreEvents {
  /** Another replica wants the lease of a sandbox, or has given it up. */
  readonly onMessage: (word: string, sandboxId: string) => void;
  /** The store has other data than before. */
  readonly onDataLost: () => void;
  /** The connection was lost: another node may serve next, and others may have changed everything. */
  readonly onLost: () => void;
  /** The memory of Redis is full. */
  readonly onFull: () => void;
}

/** Options of {@link RedisStore.open}. */
export interface RedisStoreOptions {
  /** Makes a private key, PEM. */
  readonly newKey: () => string;
  /** How many replicas of Redis must have a change before it counts as made. */
  readonly acknowledging: number;
}

export class RedisStore {
  readonly connection: RedisConnection;
  readonly clock: StoreClock;
  /** The name of this process among those that share the store. */
  readonly replica: string;
  #events: RedisStoreEvents | undefined;
  #id = '';
  #key = '';
  #isKeyNew = false;
  #made = 0;
  #number = 1;
  #checking: Promise<void> | undefined;

  private constructor(connection: RedisConnection, replica: string) {
    this.connection = connection;
    this.clock = new StoreClock(connection);
    this.replica = replica;
  }

  /** @throws MissingPeerError without the package `redis`; StoreError if Redis is not reachable */
  static async open(url: string, { newKey, acknowledging }: RedisStoreOptions): Promise<RedisStore> {
    const connection = await RedisConnection.open({
      url,
      acknowledging,
      onLost: () => store.#events?.onLost(),
      onReconnected: () => void store.check(),
      onFull: () => store.#events?.onFull(),
    });
    // The name of the machine is what an operator knows, for example of a pod; the rest makes it unique.
    const store: RedisStore = new RedisStore(connection, `${hostname()}-${unpredictableHex(4)}`);
    try {
      await store.#identify();
      await store.clock.start();
      await store.#findFacts(newKey());
      await connection.listen(replicaChannel(store.replica), (message) => {
        const [word = '', sandboxId = ''] = message.split(/ (.*)/s);
        store.#events?.onMessage(word, sandboxId);
      });
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  /** When the store was made, as a reading of `performance.now()`: for all replicas the same moment. */
  get madeAt(): number {
    return this.#made;
  }

  /** Each replica numbers its connections from a million of its own, so that journals tell them apart. */
  get connectionsBefore(): number {
    return (this.#number - 1) * 1_000_000;
  }

  /** The same for all replicas. */
  get identity(): string {
    return String(this.#made);
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
      await this.connection.command('SET', MADE_AT, String(this.#made + this.clock.origin), 'NX');
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
    const [knownKey, made, number] = await Promise.all([
      this.connection.command('SET', SIGNING_KEY, key, 'NX', 'GET'),
      this.connection.command('SET', MADE_AT, String(this.clock.now()), 'NX', 'GET'),
      this.connection.command('INCR', REPLICA_COUNT),
    ]);
    this.#number = Number(number);
    this.#isKeyNew = typeof knownKey !== 'string';
    this.#key = typeof knownKey === 'string' ? knownKey : key;
    this.#made = typeof made === 'string' ? Number(made) - this.clock.origin : performance.now();
  }

  close(): void {
    this.clock.stop();
    this.connection.close();
  }
}
