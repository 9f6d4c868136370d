/** A Redis that emulators share: connection, messages between replicas, the key that signs access tokens. */

import { hostname } from 'node:os';
import { machineClock } from '../../emulator/domain/time/clock.js';
import { unpredictableHex } from '../../emulator/domain/time/random.js';
import { newKeyPem } from '../../emulator/domain/tokens/signing-key.js';
import type { OpenStore } from '../../emulator/store/keeper.js';
import { RedisConnection } from './redis-connection.js';
import type { Arguments, Reply, Script } from './script.js';
import { keysOf, MADE_AT, REPLICA_CHANNEL, REPLICA_COUNT, SIGNING_KEY } from './keys.js';

/** Each replica numbers its connections from a different start, so that journals can tell them apart. */
const CONNECTIONS_OF_REPLICA = 1_000_000;

/** Runs scripts and commands in Redis, and passes the messages of other replicas on. */
export class RedisStore {
  readonly connection: RedisConnection;
  /** The name of this replica. It begins with the name of the machine, which an operator knows. */
  readonly replica = `${hostname()}-${unpredictableHex(4)}`;
  /** Facts of the store. {@link open} sets them before anything can use this object. */
  facts!: Pick<OpenStore, 'madeAt' | 'connectionsBefore' | 'signingKey'>;

  private constructor(connection: RedisConnection) {
    this.connection = connection;
  }

  /** Connects (see {@link RedisConnection.open}), joins the replicas of the store, and listens to their messages. */
  static async open(url: string): Promise<RedisStore> {
    const store = new RedisStore(await RedisConnection.open(url));
    try {
      store.facts = await store.#join();
      await store.connection.listen(REPLICA_CHANNEL + store.replica, (message) => {
        // The scripts `TAKE` and `RELEASE` send `wanted` or `released` and an ID, which has no blanks.
        const [word = '', sandboxId = ''] = message.split(' ');
        store.connection.events.emit('message', word, sandboxId);
      });
    } catch (error) {
      store.connection.close();
      throw error;
    }

    return store;
  }

  /**
   * Runs a script of one sandbox: see `OF_SANDBOX`. @throws StoreError
   * @param expiry milliseconds until the sandbox expires; 0 leaves its expiry unchanged
   */
  run(source: Script, sandboxId: string, ownArguments: Arguments, expiry = 0): Promise<Reply> {
    return this.connection.run(source, keysOf(sandboxId), [sandboxId, expiry, ...ownArguments]);
  }

  /** Counts this replica. The first replica writes the key and the time that all share; later replicas read them. */
  async #join(): Promise<RedisStore['facts']> {
    const ownPem = newKeyPem();
    const pem = await this.#agree(SIGNING_KEY, ownPem);

    // Read both clocks together: a pause between them would shift this replica's exchanges against those of others.
    const now = machineClock().now();
    const reading = performance.now();
    const made = Number(await this.#agree(MADE_AT, String(now)));
    const replicas = Number(await this.connection.command('INCR', REPLICA_COUNT));

    return {
      madeAt: reading - (now - made),
      connectionsBefore: (replicas - 1) * CONNECTIONS_OF_REPLICA,
      // `createdIn` makes the emulator announce a new key, so only the replica that has written it says so.
      signingKey: () => ({ pem, ...(pem === ownPem && { createdIn: `${this.connection.name}, key ${SIGNING_KEY}` }) }),
    };
  }

  /** The value that the first replica wrote; `ownValue` if this replica is the first. */
  async #agree(key: string, ownValue: string): Promise<string> {
    // `NX` writes only a missing key, and `GET` replies with the value before: null if the key was missing.
    const stored = await this.connection.command('SET', key, ownValue, 'NX', 'GET');
    return typeof stored === 'string' ? stored : ownValue;
  }
}
