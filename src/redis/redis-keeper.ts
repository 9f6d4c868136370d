/**
 * Keeps sandboxes in Redis, so that any number of replicas are one emulator. Its promises, and where they are kept:
 *
 * - Requests to a sandbox have one order, and none is answered from an old state: `lease/shared-sandbox.ts`.
 * - What was answered is in Redis, and a paused replica changes nothing: `lease/sandbox-writes.ts`, `scripts.ts`.
 * - A journal has every exchange that was answered, by any replica: `journal/shared-journal.ts`.
 * - Journals leave room for sandboxes, and nothing stays of those that are gone: `journal/journal-quota.ts`, `keys.ts`.
 * - Time never goes back or jumps: `store-clock.ts`.
 * - Data that Redis has lost is reported: `redis-store.ts`, and for one sandbox `lease/sandbox-copy.ts`.
 * - A connection, a node or a primary may fail: `connection/`.
 */

import { Sandbox } from '../emulator/domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../emulator/journal/exchange-record.js';
import type { KeeperParts, OpenStore, SharedKeeper, StoreFigures } from '../emulator/store/keeper.js';
import { JournalQuota } from './journal/journal-quota.js';
import type { SharedSandbox } from './lease/shared-sandbox.js';
import { SharedSandboxes } from './lease/shared-sandboxes.js';
import { RedisStore } from './redis-store.js';
import { SandboxIndex } from './sandbox-index.js';

/** Opens a store in Redis. @throws StoreError, MissingPeerError */
export async function openRedis(url: string, acknowledging: number): Promise<OpenStore> {
  const redis = await RedisStore.open(url, acknowledging);
  let keeper: RedisKeeper | undefined;
  return {
    ...redis.facts,
    description: redis.connection.name,
    isShared: true,
    clock: redis.clock,
    keeper: (parts) => (keeper = new RedisKeeper(redis, parts)),
    close: async () => {
      await (keeper ?? redis).close();
    },
  };
}

class RedisKeeper implements SharedKeeper {
  readonly store: string;
  readonly shared = this;
  readonly replica: string;
  readonly #redis: RedisStore;
  readonly #parts: KeeperParts;
  readonly #index: SandboxIndex;
  readonly #sandboxes: SharedSandboxes;
  readonly #quota: JournalQuota;
  /** Whether the default sandbox is that of the store. */
  #hasStarted = false;
  readonly #figures = { losses: 0, takeovers: 0 };

  constructor(redis: RedisStore, parts: KeeperParts) {
    this.store = redis.connection.name;
    this.replica = redis.replica;
    this.#redis = redis;
    this.#parts = parts;
    this.#index = new SandboxIndex(redis);
    this.#quota = new JournalQuota(redis, this.#index, parts.journalBytesInAll);
    this.#sandboxes = new SharedSandboxes({ ...parts, store: redis, quota: this.#quota, figures: this.#figures });
    redis.connection.events
      .on('message', (word, sandboxId) => this.#sandboxes.find(sandboxId)?.hear(word))
      .on('lost', () => {
        // Others may have changed everything.
        for (const shared of this.#sandboxes.all()) shared.distrust();
      })
      .on('data lost', () => {
        this.#figures.losses++;
        parts.onWarning(
          `the store ${this.store} has lost all its data: the default sandbox starts again, and all others are gone`,
        );
      });
  }

  get figures(): StoreFigures {
    return { copies: this.#sandboxes.all().length, ...this.#figures };
  }

  async start(): Promise<boolean> {
    this.#hasStarted = true;
    await this.prepare('default');
    return this.#sandboxes.of('default').isNew;
  }

  isReachable(): Promise<boolean> {
    return this.#redis.connection.isReachable();
  }

  prepare(id: string): Promise<void> | undefined {
    const shared = this.#sandboxes.of(id);
    const taking = shared.prepare();
    return taking && this.#prepared(shared, taking);
  }

  /** Also asks the store whether this replica still has the lease, because the request itself changes nothing there. */
  async confirm(id: string): Promise<void> {
    const shared = this.#sandboxes.of(id);
    await this.#prepared(shared, shared.confirm());
    // What is shown must be in the store, too.
    this.#sandboxes.changed(shared);
  }

  async #prepared(shared: SharedSandbox, taking: Promise<void>): Promise<void> {
    await taking;
    if (shared.isPresent) return;
    if (shared.id === 'default') await this.#remakeDefault(shared);
    else this.#sandboxes.forget(shared);
  }

  /** The default sandbox always exists. If the store does not have it, this replica makes it. */
  async #remakeDefault(shared: SharedSandbox): Promise<void> {
    const fresh = new Sandbox(this.#parts.sandboxes.default.settings, undefined, this.#redis.clock);
    shared.copy.install(fresh);
    this.opened(fresh);
    try {
      await shared.writes.stored();
    } catch {
      // Another replica has made it at the same time.
      await shared.prepare();
    }
  }

  prepareClient(clientId: string): Promise<void> | undefined {
    const known = this.#parts.sandboxes.byClientId(clientId);
    if (known === undefined) return this.#findClient(clientId);
    return this.prepare(known.id)?.then(async () => {
      // Another replica has removed it.
      if (this.#parts.sandboxes.byClientId(clientId) === undefined) await this.#findClient(clientId);
    });
  }

  async #findClient(clientId: string): Promise<void> {
    for (const { own, id } of await this.#index.candidates(clientId)) {
      await this.prepare(id);
      if (this.#parts.sandboxes.byId(id)?.clientId === own) return;
      // It has expired.
      await this.#index.remove(id, own);
    }
  }

  /** Nobody has to have read what is removed. Writes of others find that it is gone. */
  async removeOthers(): Promise<void> {
    for (const shared of this.#sandboxes.all()) if (shared.id !== 'default') this.#sandboxes.forget(shared);
    await this.#index.removeAllBut('default');
    await this.confirm('default');
  }

  async prepareJournal(id: string): Promise<void> {
    await this.confirm(id);
    const shared = this.#sandboxes.find(id);
    if (shared === undefined) return;
    await shared.copy.journal.catchUpWithEnds();
    // The journal may have taken longer than the lease lasts.
    await this.prepare(id);
    this.#sandboxes.changed(shared);
  }

  async prepareOpening(clientId?: string): Promise<void> {
    const known = clientId === undefined ? undefined : this.#parts.sandboxes.byClientId(clientId);
    // Others may have removed it just now.
    if (known !== undefined) await this.confirm(known.id);
    if (clientId !== undefined) await this.prepareClient(clientId);
    const { sandboxes, maxSandboxes, onPlace } = this.#parts;
    const { open, number } = await this.#index.nextPlace(maxSandboxes);
    // Less than none if other replicas have removed some that are here still.
    sandboxes.elsewhere = open - sandboxes.all().length;
    onPlace(number);
  }

  async look(limit: number, after?: string): Promise<readonly string[]> {
    const ids = await this.#index.some(limit, after);
    await Promise.all(ids.map((id) => this.#sandboxes.of(id).look()));
    return ids.filter((id) => this.#sandboxes.find(id)?.copy.sandbox !== undefined);
  }

  follow(id: string): () => void {
    return this.#sandboxes.of(id).follow();
  }

  notice(id: string): string | undefined {
    return this.#sandboxes.find(id)?.copy.takeNotice();
  }

  opened(sandbox: Sandbox): void {
    const { id, clientId } = sandbox;
    const shared = this.#sandboxes.of(id);
    shared.copy.adopt(sandbox);
    // The default one may be in the store already.
    if (!this.#hasStarted) return;
    shared.isNew = true;
    shared.writes.create(this.#index.add(id, clientId));
    this.#sandboxes.changed(shared);
  }

  replaced(sandbox: Sandbox): void {
    const shared = this.#sandboxes.of(sandbox.id);
    shared.copy.adopt(sandbox);
    shared.writes.replace();
    this.#sandboxes.changed(shared);
  }

  removed(id: string): void {
    const shared = this.#sandboxes.of(id);
    const { sandbox } = shared.copy;
    shared.writes.remove(async () => sandbox && this.#index.remove(id, sandbox.clientId));
    this.#sandboxes.changed(shared);
    this.#sandboxes.forget(shared);
  }

  stored({ id }: Sandbox, exchange?: ExchangeRecord): Promise<void> {
    return this.#sandboxes.find(id)?.stored(exchange) ?? Promise.resolve();
  }

  async countOpen(): Promise<number> {
    return (await this.#index.all()).length;
  }

  allStored(): Promise<void> {
    return this.#sandboxes.changesStored();
  }

  recorded(record: ExchangeRecord, { id }: Sandbox): void {
    this.#sandboxes.find(id)?.copy.journal.recorded(record);
  }

  async close(): Promise<void> {
    this.#quota.stop();
    await this.#sandboxes.giveUp();
    this.#redis.close();
  }
}
