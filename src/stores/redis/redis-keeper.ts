/** The sandboxes of one replica, and what it asks of the store before a request. */

import { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import { ownClientId } from '../../emulator/domain/sandbox/sandboxes.js';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { KeeperParts, SharedKeeper } from '../../emulator/store/keeper.js';
import { SharedSandbox } from './lease/shared-sandbox.js';
import type { RedisStore } from './redis-store.js';
import { Directory } from './directory.js';
import type { ReplicaParts } from './lease/lease.js';

/** After how long without use a sandbox leaves the memory. */
const UNUSED_MILLISECONDS = 60_000;
/** How often a replica removes what nobody uses. */
const TIDY_MILLISECONDS = 60_000;

export class RedisKeeper implements SharedKeeper {
  readonly store: string;
  readonly shared = this;
  readonly replica: string;
  readonly #context: ReplicaParts;
  readonly #directory: Directory;
  /** The sandboxes in the memory of this replica, by ID. */
  readonly #sandboxes = new Map<string, SharedSandbox>();
  /** The sandboxes that have changed in this turn of the event loop. */
  #changed = new Set<SharedSandbox>();
  readonly #tidying: NodeJS.Timeout;
  /** Whether the default sandbox is that of the store. */
  #hasStarted = false;

  constructor(redis: RedisStore, parts: KeeperParts) {
    this.store = redis.connection.name;
    this.replica = redis.replica;
    this.#directory = new Directory(redis);
    this.#context = { ...parts, store: redis };
    this.#tidying = setInterval(this.#tidy, TIDY_MILLISECONDS).unref();
    redis.connection.events
      .on('message', (word, sandboxId) => this.#sandboxes.get(sandboxId)?.onMessage(word))
      .on('lost', () => {
        for (const { lease } of this.#sandboxes.values()) lease.invalidateCopy();
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
    const shared = this.#of(id);
    const taking = shared.take();
    return taking && this.#taken(shared, taking);
  }

  async confirm(id: string): Promise<void> {
    const shared = this.#of(id);
    await this.#taken(shared, shared.confirm());
    // What is shown must be in the store, too.
    this.#onChange(shared);
  }

  async #taken(shared: SharedSandbox, taking: Promise<void>): Promise<void> {
    await taking;
    // The store has the sandbox.
    if (shared.lease.position !== undefined) return;
    if (shared.lease.id === 'default') await this.#remakeDefault(shared);
    else this.#forget(shared);
  }

  /** The default sandbox always exists. If the store does not have it, this replica makes it. */
  async #remakeDefault(shared: SharedSandbox): Promise<void> {
    const fresh = new Sandbox(this.#context.sandboxes.default.settings);
    shared.copy.install(fresh);
    this.opened(fresh);
    try {
      await shared.writes.stored();
    } catch {
      // Another replica has made it at the same time.
      await shared.take();
    }
  }

  takeOfClient(clientId: string): Promise<void> | undefined {
    const { sandboxes } = this.#context;
    const known = sandboxes.byClientId(clientId);
    if (known === undefined) return this.#findClient(clientId);
    return this.take(known.id)?.then(async () => {
      // Another replica has removed it.
      if (sandboxes.byClientId(clientId) === undefined) await this.#findClient(clientId);
    });
  }

  async #findClient(clientId: string): Promise<void> {
    const id = await this.#directory.ofClient(clientId);
    if (id === null) return;
    await this.take(id);
    const own = ownClientId(clientId);
    // Otherwise the sandbox has expired.
    if (this.#context.sandboxes.byId(id)?.clientId !== own) await this.#directory.remove(id, own);
  }

  /** Removes sandboxes without reading them. Writes of others find that they are gone. */
  async removeOthers(): Promise<void> {
    for (const shared of this.#sandboxes.values()) if (shared.lease.id !== 'default') this.#forget(shared);
    await this.#directory.removeAllBut('default');
    await this.confirm('default');
  }

  async takeWithJournal(id: string): Promise<void> {
    await this.confirm(id);
    const shared = this.#sandboxes.get(id);
    if (shared === undefined) return;
    await shared.copy.journal.catchUpWithEnds();
    // The journal may have taken longer than the lease lasts.
    await this.take(id);
    this.#onChange(shared);
  }

  async prepareOpening(clientId?: string): Promise<void> {
    const { sandboxes, onPlace } = this.#context;
    const known = clientId === undefined ? undefined : sandboxes.byClientId(clientId);
    // Others may have removed it just now.
    if (known !== undefined) await this.confirm(known.id);
    if (clientId !== undefined) await this.takeOfClient(clientId);
    onPlace(await this.#directory.nextNumber());
  }

  async look(limit: number, after?: string): Promise<readonly string[]> {
    const ids = await this.#directory.some(limit, after);
    await Promise.all(ids.map((id) => this.#of(id).look()));
    return ids.filter((id) => this.#sandboxes.get(id)?.copy.sandbox !== undefined);
  }

  follow(id: string): () => void {
    return this.#of(id).follow();
  }

  opened(sandbox: Sandbox): void {
    const { id, clientId } = sandbox;
    const shared = this.#of(id);
    shared.copy.adopt(sandbox);
    // The default one may be in the store already.
    if (!this.#hasStarted) return;
    shared.writes.create(() => this.#directory.add(id, clientId));
    this.#onChange(shared);
  }

  replaced(sandbox: Sandbox): void {
    const shared = this.#of(sandbox.id);
    shared.copy.adopt(sandbox);
    shared.writes.replace();
    this.#onChange(shared);
  }

  removed(id: string): void {
    const shared = this.#of(id);
    const { sandbox } = shared.copy;
    shared.writes.remove(async () => sandbox && this.#directory.remove(id, sandbox.clientId));
    this.#onChange(shared);
    this.#forget(shared);
  }

  stored({ id }: Sandbox, exchange?: ExchangeRecord): Promise<void> {
    return this.#sandboxes.get(id)?.stored(exchange) ?? Promise.resolve();
  }

  async countOpen(): Promise<number> {
    return (await this.#directory.all()).length;
  }

  async allStored(): Promise<void> {
    await Promise.all([...this.#changed].map(({ writes }) => writes.stored()));
  }

  recorded(record: ExchangeRecord, { id }: Sandbox): void {
    this.#sandboxes.get(id)?.copy.journal.recorded(record);
  }

  async close(): Promise<void> {
    clearInterval(this.#tidying);
    const all = [...this.#sandboxes.values()];
    await Promise.all(all.map(({ copy }) => copy.journal.settle()));
    await Promise.all(all.map((shared) => shared.release()));
    this.#context.store.close();
  }

  /** The sandbox with this ID. A new one is empty until it is read or opened. */
  #of(id: string): SharedSandbox {
    let shared = this.#sandboxes.get(id);
    if (shared === undefined) this.#sandboxes.set(id, (shared = new SharedSandbox(id, this.#context, this.#onChange)));
    return shared;
  }

  /** The sandbox has changed, or its copy was shown. */
  readonly #onChange = (shared: SharedSandbox): void => {
    if (this.#changed.size === 0) setImmediate(() => (this.#changed = new Set()));
    this.#changed.add(shared);
  };

  /** Removes a sandbox from the memory, and ends the followers of its journal. */
  #forget(shared: SharedSandbox): void {
    const { sandbox } = shared.copy;
    if (this.#sandboxes.get(shared.lease.id) !== shared) return;
    this.#sandboxes.delete(shared.lease.id);
    if (sandbox === undefined) return;
    this.#context.sandboxes.drop(sandbox);
    this.#context.journals.forget(sandbox);
  }

  /** Removes unused sandboxes from the memory, except the default one, and what is left in Redis of expired ones. */
  readonly #tidy = (): void => {
    // If the store does not reply, the next time is early enough.
    this.#directory.all().catch(() => undefined);
    const unusedSince = performance.now() - UNUSED_MILLISECONDS;
    for (const shared of this.#sandboxes.values())
      if (shared.lease.id !== 'default' && shared.isQuiet && shared.usedAt < unusedSince) this.#forget(shared);
  };
}
