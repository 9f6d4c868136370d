/** The keeper of one replica: its sandboxes, and the requests to the store before each exchange. */

import { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { KeeperParts, SharedKeeper } from '../../emulator/store/keeper.js';
import { SharedSandbox } from './lease/shared-sandbox.js';
import type { RedisStore } from './redis-store.js';
import * as directory from './directory.js';
import type { ReplicaParts } from './lease/lease.js';

/** A sandbox leaves the memory after this time without use. */
const UNUSED_MILLISECONDS = 60_000;
/** How often a replica removes unused sandboxes from its memory. */
const TIDY_MILLISECONDS = 60_000;

/**
 * Finds the {@link SharedSandbox} of each call, which does the work. {@link SharedKeeper} says when the methods are
 * called.
 */
export class RedisKeeper implements SharedKeeper {
  readonly store: string;
  /** The methods for sandboxes that several replicas share. Keepers of other stores have none. */
  readonly shared = this;
  readonly replica: string;
  readonly #context: ReplicaParts;
  /** The sandboxes in the memory of this replica, by ID. */
  readonly #sandboxes = new Map<string, SharedSandbox>();
  /** The sandboxes that were opened, replaced or removed since the last call of `untilAllStored`. */
  readonly #changed = new Set<SharedSandbox>();
  readonly #tidying: NodeJS.Timeout;
  /** Whether the default sandbox is the one in the store. */
  #hasStarted = false;

  constructor(redis: RedisStore, parts: KeeperParts) {
    this.store = redis.connection.name;
    this.replica = redis.replica;
    this.#context = { ...parts, store: redis };
    this.#tidying = setInterval(this.#tidy, TIDY_MILLISECONDS).unref();
    redis.connection.events
      .on('message', (word, sandboxId) => this.#sandboxes.get(sandboxId)?.onMessage(word))
      .on('lost', () => {
        for (const { lease } of this.#sandboxes.values()) lease.invalidate();
      });
  }

  async start(): Promise<void> {
    this.#hasStarted = true;
    await this.take('default');
  }

  trouble(): Promise<string | undefined> {
    return this.#context.store.connection.trouble();
  }

  take(id: string): Promise<void> | undefined {
    return this.#of(id).take();
  }

  confirm(id: string): Promise<void> {
    return this.#of(id).confirm();
  }

  async takeOfClient(clientId: string): Promise<void> {
    const { sandboxes } = this.#context;
    const sandbox = sandboxes.byClientId(clientId);
    if (sandbox !== undefined) await this.take(sandbox.id);

    // The sandbox is unknown here, or another replica has removed it.
    if (sandboxes.byClientId(clientId) === undefined) await this.#takeFromStore(clientId);
  }

  /** Takes the sandbox that has the client ID in the store. */
  async #takeFromStore(clientId: string): Promise<void> {
    const id = await directory.sandboxOfClient(this.#context.store, clientId);
    if (id === null) return;

    await this.take(id);
    const hasExpired = !this.#context.sandboxes.has(id);
    if (hasExpired) await directory.removeExpired(this.#context.store, [id]);
  }

  async removeOthers(): Promise<void> {
    const removed = new Set(await directory.removeAllBut('default', this.#context.store));
    await this.confirm('default');

    // The caller removes sandboxes that were opened meanwhile here, unless another replica has taken them.
    for (const [id, { copy, lease }] of this.#sandboxes)
      if (removed.has(id) || (id !== 'default' && !lease.isValid)) copy.remove();
  }

  async takeWithJournal(id: string): Promise<void> {
    await this.confirm(id);

    await this.#sandboxes.get(id)?.copy.journal.catchUpWithEnds();

    // Reading the journal may have taken longer than the lease lasts.
    await this.take(id);
  }

  async prepareOpening(clientId?: string): Promise<void> {
    const { sandboxes, onNumber } = this.#context;
    const sandbox = clientId === undefined ? undefined : sandboxes.byClientId(clientId);
    // The client ID may be free again, because another replica may have removed the sandbox just now.
    if (sandbox !== undefined) await this.confirm(sandbox.id);
    if (clientId !== undefined) await this.takeOfClient(clientId);

    onNumber(await directory.nextNumber(this.#context.store));
  }

  async listIds(limit: number, after?: string): Promise<readonly string[]> {
    const ids = await directory.someSandboxes(this.#context.store, limit, after);
    await Promise.all(ids.map((id) => this.#of(id).refresh()));
    return ids.filter((id) => this.#context.sandboxes.has(id));
  }

  follow(id: string): () => void {
    return this.#of(id).follow();
  }

  onOpened(sandbox: Sandbox): void {
    const shared = this.#of(sandbox.id);
    shared.copy.adopt(sandbox);
    // Before the start, only the default sandbox is opened here, and it may be in the store already.
    if (!this.#hasStarted) return;

    shared.writes.create(sandbox);
    this.#changed.add(shared);
  }

  onReplaced(sandbox: Sandbox): void {
    const shared = this.#of(sandbox.id);
    shared.copy.adopt(sandbox);
    shared.writes.replace();
    this.#changed.add(shared);
  }

  onRemoved(id: string): void {
    const shared = this.#of(id);
    shared.writes.remove();
    shared.copy.remove();
    this.#changed.add(shared);
  }

  untilStored({ id }: Sandbox, exchange?: ExchangeRecord): Promise<void> {
    return this.#sandboxes.get(id)?.untilStored(exchange) ?? Promise.resolve();
  }

  async countOpen(): Promise<number> {
    return (await directory.allSandboxes(this.#context.store)).length;
  }

  async untilAllStored(id = ''): Promise<void> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    // The caller shows the sandbox with this ID, so its other changes must be stored too.
    const shown = this.#sandboxes.get(id);
    if (shown !== undefined) changed.add(shown);

    await Promise.all([...changed].map(({ writes }) => writes.untilStored()));
  }

  onExchangeOver(record: ExchangeRecord, { id }: Sandbox): void {
    this.#sandboxes.get(id)?.copy.journal.onExchangeOver(record);
  }

  async close(): Promise<void> {
    clearInterval(this.#tidying);
    const all = [...this.#sandboxes.values()];
    await Promise.all(all.map(({ copy }) => copy.journal.settle()));
    await Promise.all(all.map((shared) => shared.release()));
    this.#context.store.connection.close();
  }

  /** The sandbox with this ID. A new one is empty until it is read or opened. */
  #of(id: string): SharedSandbox {
    let shared = this.#sandboxes.get(id);
    if (shared === undefined) this.#sandboxes.set(id, (shared = new SharedSandbox(id, this.#context, this.#onGone)));
    return shared;
  }

  /** Handles a sandbox that the store does not have. The default one always exists, so this replica creates it. */
  readonly #onGone = async (shared: SharedSandbox): Promise<boolean> => {
    if (shared.lease.id !== 'default') {
      this.#forget(shared);
      return false;
    }

    const fresh = new Sandbox(this.#context.sandboxes.default.settings);
    shared.copy.install(fresh, { keepsJournal: false });
    shared.writes.create(fresh);
    // If this fails, another replica has created the default sandbox at the same time.
    await shared.writes.untilSettled();

    return true;
  };

  /** Removes a sandbox from the memory. */
  #forget(shared: SharedSandbox): void {
    const { id } = shared.lease;
    shared.copy.remove();
    if (this.#sandboxes.get(id) === shared) this.#sandboxes.delete(id);
  }

  /** Removes unused sandboxes from memory, except the default one, and remains of expired sandboxes from Redis. */
  readonly #tidy = (): void => {
    // If the store does not reply, the next call is early enough.
    directory.allSandboxes(this.#context.store).catch(() => undefined);
    const unusedSince = performance.now() - UNUSED_MILLISECONDS;
    for (const shared of this.#sandboxes.values())
      if (shared.lease.id !== 'default' && shared.isQuiet && shared.usedAt < unusedSince) this.#forget(shared);
  };
}
