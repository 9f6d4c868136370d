/** Keeps sandboxes in Redis, so that any number of replicas are one emulator. */

import { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { SandboxEntry } from '../../domain/sandbox/sandboxes.js';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { OlderExchanges } from '../../journal/journal.js';
import { StoreError } from '../store-error.js';
import type { SharedKeeper, StoreFigures } from '../shared-keeper.js';
import type { KeeperParts } from '../keeper.js';
import type { RedisStore } from './redis-store.js';
import { SandboxCopy, type CopyContext } from './sandbox-copy.js';
import { ThisTurn } from './this-turn.js';
import { JournalQuota } from './journal-quota.js';
import { SandboxIndex } from './sandbox-index.js';
import { takeAll } from './take-all.js';

/** A copy that was not used for so long leaves the memory. */
const UNUSED_MILLISECONDS = 60_000;
const SWEEP_MILLISECONDS = 10_000;

export class RedisKeeper implements SharedKeeper {
  readonly store: string;
  readonly replica: string;
  readonly #redis: RedisStore;
  readonly #parts: KeeperParts;
  readonly #index: SandboxIndex;
  readonly #copies = new Map<string, SandboxCopy>();
  readonly #context: CopyContext;
  readonly #sweep: NodeJS.Timeout;
  readonly #changed = new ThisTurn<SandboxCopy>();
  /** Whether the default sandbox is that of the store. */
  #hasStarted = false;
  #losses = 0;
  #takeovers = 0;

  constructor(redis: RedisStore, parts: KeeperParts) {
    this.store = redis.name;
    this.replica = redis.replica;
    this.#redis = redis;
    this.#parts = parts;
    this.#index = new SandboxIndex(redis.connection);
    const quota = new JournalQuota(redis.connection, this.#index, parts.journalBytesInAll);
    this.#sweep = setInterval(() => {
      this.#dropUnused();
      quota.check().catch(ignore);
    }, SWEEP_MILLISECONDS).unref();
    this.#context = {
      ...parts,
      store: redis,
      onTakeover: () => {
        this.#takeovers++;
      },
      onDataLost: (message) => {
        this.#losses++;
        parts.onWarning(message);
      },
      onChanged: (copy) => {
        this.#changed.add(copy);
      },
    };
    redis.events = {
      onMessage: (word, sandboxId) => {
        const shared = this.#copies.get(sandboxId)?.shared;
        if (word === 'wanted') shared?.wanted();
        if (word === 'released') shared?.released();
      },
      onDataLost: () => {
        this.#losses++;
        parts.onWarning(`the store ${this.store} has lost all its data: every sandbox starts again`);
      },
    };
  }

  get figures(): StoreFigures {
    return { copies: this.#copies.size, losses: this.#losses, takeovers: this.#takeovers };
  }

  /** Sandboxes come from the store when they are used. */
  load(): void {
    this.#hasStarted = false;
  }

  /** A sandbox that is in no memory is not known here. */
  wake({ id }: SandboxEntry): Sandbox {
    throw new StoreError(`sandbox "${id}" was not read from the store ${this.store} before it was used`);
  }

  /** The journal catches up when it is read. */
  exchanges(): OlderExchanges {
    return { records: [], removedUpTo: 0 };
  }

  async start(): Promise<boolean> {
    this.#hasStarted = true;
    await this.prepare('default');
    return this.#copyOf('default').isNew;
  }

  isReachable(): Promise<boolean> {
    return this.#redis.connection.isReachable();
  }

  prepare(id: string): Promise<void> | undefined {
    const copy = this.#copyOf(id);
    const taking = copy.shared.prepare();
    return taking && this.#prepared(copy, taking);
  }

  async #prepared(copy: SandboxCopy, taking: Promise<void>): Promise<void> {
    await taking;
    if (copy.shared.isPresent) return;
    if (copy.id === 'default') await this.#remakeDefault(copy);
    else if (this.#copies.get(copy.id) === copy) this.#forget(copy);
  }

  /** Removes a copy from the memory. Those who follow its journal are told that nothing more follows. */
  #forget({ id, sandbox }: SandboxCopy): void {
    const { sandboxes, journals } = this.#parts;
    this.#copies.delete(id);
    if (sandbox === undefined) return;
    sandboxes.drop(sandbox);
    journals.forget(sandbox);
  }

  /** The default sandbox always exists. If the store does not have it, this replica makes it. */
  async #remakeDefault(copy: SandboxCopy): Promise<void> {
    const fresh = new Sandbox(this.#parts.sandboxes.default.settings);
    copy.install(fresh);
    this.opened(fresh);
    try {
      await copy.shared.stored();
    } catch {
      // Another replica has made it at the same time.
      await copy.shared.prepare();
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

  async prepareAll(): Promise<void> {
    await takeAll(await this.#index.all(), (id) => this.prepare(id));
  }

  async prepareJournal(id: string): Promise<void> {
    await this.prepare(id);
    const copy = this.#copies.get(id);
    if (copy === undefined) return;
    await copy.journal.catchUpWith({ after: copy.sandbox?.forgotten ?? 0, last: copy.sandbox?.issued.exchanges ?? 0 });
    // The journal may have taken longer than the lease lasts.
    await this.prepare(id);
    // What is shown must be in the store, too.
    this.#changed.add(copy);
  }

  async prepareOpening(clientId?: string): Promise<void> {
    if (clientId !== undefined) await this.prepareClient(clientId);
    const { sandboxes, maxSandboxes, onPlace } = this.#parts;
    const { open, number } = await this.#index.nextPlace(maxSandboxes);
    // Less than none if other replicas have removed some that are here still.
    sandboxes.elsewhere = open - sandboxes.all().length;
    onPlace(number);
  }

  async look(limit: number, after?: string): Promise<readonly string[]> {
    const ids = await this.#index.some(limit, after);
    await Promise.all(ids.map((id) => this.#copyOf(id).shared.look()));
    return ids.filter((id) => this.#copies.get(id)?.sandbox !== undefined);
  }

  follow(id: string): () => void {
    return this.#copyOf(id).follow();
  }

  notice(id: string): string | undefined {
    return this.#copies.get(id)?.takeNotice();
  }

  opened(sandbox: Sandbox): void {
    const { id, clientId } = sandbox;
    const copy = this.#copyOf(id);
    copy.adopt(sandbox);
    // The default one may be in the store already.
    if (!this.#hasStarted) return;
    copy.isNew = true;
    copy.shared.create(copy.state(), this.#index.add(id, clientId));
    this.#changed.add(copy);
  }

  replaced(sandbox: Sandbox): void {
    const copy = this.#copyOf(sandbox.id);
    copy.adopt(sandbox);
    copy.shared.replace(copy.state());
    this.#changed.add(copy);
  }

  removed(id: string): void {
    const copy = this.#copyOf(id);
    const { sandbox } = copy;
    copy.shared.remove(async () => sandbox && this.#index.remove(id, sandbox.clientId));
    this.#changed.add(copy);
    this.#copies.delete(id);
  }

  used({ id }: Sandbox): void {
    const copy = this.#copies.get(id);
    if (copy !== undefined) copy.shared.usedAt = performance.now();
  }

  stored({ id }: Sandbox): Promise<void> {
    return this.#copies.get(id)?.shared.stored() ?? Promise.resolve();
  }

  async countOpen(): Promise<number> {
    return (await this.#index.all()).length;
  }

  async allStored(): Promise<void> {
    await Promise.all(this.#changed.values().map((copy) => copy.shared.stored()));
  }

  recorded(record: ExchangeRecord, { id }: Sandbox): void {
    this.#copies.get(id)?.journal.recorded(record);
  }

  /** Gives up all leases, after everything is written. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all(
      [...this.#copies.values()].map(async ({ shared, journal }) => {
        await journal.settle();
        await shared.release();
      }),
    );
    this.#redis.close();
  }

  #copyOf(id: string): SandboxCopy {
    let copy = this.#copies.get(id);
    if (copy === undefined) this.#copies.set(id, (copy = new SandboxCopy(id, this.#context)));
    return copy;
  }

  #dropUnused(): void {
    const now = performance.now();
    for (const copy of this.#copies.values()) {
      const { id, shared, readers } = copy;
      const isUnused = readers === 0 && shared.isQuiet && now - shared.usedAt > UNUSED_MILLISECONDS;
      if (isUnused && id !== 'default') this.#forget(copy);
    }
  }
}

function ignore(): void {
  // The next request reports a failure of the store.
}
