/**
 * Keeps sandboxes in Redis, so that any number of replicas are one emulator. Its promises, and the files that keep them:
 *
 * - Requests to a sandbox have one order, and none is answered from an old state: `lease/shared-sandbox.ts`.
 * - What was answered is in Redis, and a replica that was paused changes nothing: `lease/sandbox-writes.ts`, `scripts.ts`.
 * - A journal has every exchange that was answered, by any replica: `journal/shared-journal.ts`.
 * - Journals leave room for sandboxes, and nothing stays of a sandbox that is gone: `journal/journal-quota.ts`, `keys.ts`.
 * - Time never goes back: `store-clock.ts`.
 * - Data that Redis has lost is reported: `redis-store.ts`, and for one sandbox `lease/sandbox-copy.ts`.
 * - A connection, a node or a primary may fail: `connection/`.
 */

import { Sandbox } from '../emulator/domain/sandbox/sandbox.js';
import type { SandboxEntry } from '../emulator/domain/sandbox/sandboxes.js';
import type { ExchangeRecord } from '../emulator/journal/exchange-record.js';
import type { OlderExchanges } from '../emulator/journal/journal.js';
import { StoreError } from '../emulator/store/store-error.js';
import type { KeeperParts, SharedKeeper, StoreFigures } from '../emulator/store/keeper.js';
import type { RedisStore } from './redis-store.js';
import { SandboxCopies } from './lease/sandbox-copies.js';
import type { SandboxCopy } from './lease/sandbox-copy.js';
import { JournalQuota } from './journal/journal-quota.js';
import { SandboxIndex } from './sandbox-index.js';

/** How often copies that are not used leave the memory. */
const FORGET_MILLISECONDS = 10_000;

export class RedisKeeper implements SharedKeeper {
  readonly store: string;
  readonly shared = this;
  readonly replica: string;
  readonly #redis: RedisStore;
  readonly #parts: KeeperParts;
  readonly #index: SandboxIndex;
  readonly #copies: SandboxCopies;
  readonly #quota: JournalQuota;
  readonly #forgetting: NodeJS.Timeout;
  /** Whether the default sandbox is that of the store. */
  #hasStarted = false;
  readonly #figures = { losses: 0, takeovers: 0 };

  constructor(redis: RedisStore, parts: KeeperParts) {
    this.store = redis.name;
    this.replica = redis.replica;
    this.#redis = redis;
    this.#parts = parts;
    this.#index = new SandboxIndex(redis);
    this.#quota = new JournalQuota(redis, this.#index, parts.journalBytesInAll);
    this.#forgetting = setInterval(() => {
      this.#copies.forgetUnused();
    }, FORGET_MILLISECONDS).unref();
    this.#copies = new SandboxCopies({ ...parts, store: redis, quota: this.#quota, figures: this.#figures });
    redis.events
      .on('message', (word, sandboxId) => this.#copies.find(sandboxId)?.shared.hear(word))
      .on('lost', () => {
        this.#copies.distrustAll();
      })
      .on('data lost', () => {
        this.#figures.losses++;
        parts.onWarning(
          `the store ${this.store} has lost all its data: the default sandbox starts again, and all others are gone`,
        );
      });
  }

  get figures(): StoreFigures {
    return { copies: this.#copies.size, ...this.#figures };
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
    return this.#copies.of('default').isNew;
  }

  isReachable(): Promise<boolean> {
    return this.#redis.connection.isReachable();
  }

  prepare(id: string): Promise<void> | undefined {
    const copy = this.#copies.of(id);
    const taking = copy.shared.prepare();
    return taking && this.#prepared(copy, taking);
  }

  /** Also asks the store whether this replica still has the lease, because the request itself changes nothing there. */
  async confirm(id: string): Promise<void> {
    const copy = this.#copies.of(id);
    await this.#prepared(copy, copy.shared.confirm());
    // What is shown must be in the store, too.
    this.#copies.changed(copy);
  }

  async #prepared(copy: SandboxCopy, taking: Promise<void>): Promise<void> {
    await taking;
    if (copy.shared.isPresent) return;
    if (copy.id === 'default') await this.#remakeDefault(copy);
    else this.#copies.forget(copy);
  }

  /** The default sandbox always exists. If the store does not have it, this replica makes it. */
  async #remakeDefault(copy: SandboxCopy): Promise<void> {
    const fresh = new Sandbox(this.#parts.sandboxes.default.settings, undefined, this.#redis.clock);
    copy.install(fresh);
    this.opened(fresh);
    try {
      await copy.shared.writes.stored();
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

  /** Nobody has to have read what is removed. Writes of others find that it is gone. */
  async removeOthers(): Promise<void> {
    for (const copy of this.#copies.all()) if (copy.id !== 'default') this.#copies.forget(copy);
    await this.#index.removeAllBut('default');
    await this.confirm('default');
  }

  async prepareJournal(id: string): Promise<void> {
    await this.confirm(id);
    const copy = this.#copies.find(id);
    if (copy === undefined) return;
    await copy.journal.catchUpWithEnds();
    // The journal may have taken longer than the lease lasts.
    await this.prepare(id);
    this.#copies.changed(copy);
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
    await Promise.all(ids.map((id) => this.#copies.of(id).shared.look()));
    return ids.filter((id) => this.#copies.find(id)?.sandbox !== undefined);
  }

  follow(id: string): () => void {
    return this.#copies.of(id).follow();
  }

  notice(id: string): string | undefined {
    return this.#copies.find(id)?.takeNotice();
  }

  opened(sandbox: Sandbox): void {
    const { id, clientId } = sandbox;
    const copy = this.#copies.of(id);
    copy.adopt(sandbox);
    // The default one may be in the store already.
    if (!this.#hasStarted) return;
    copy.isNew = true;
    copy.shared.writes.create(copy.state(), this.#index.add(id, clientId));
    this.#copies.changed(copy);
  }

  replaced(sandbox: Sandbox): void {
    const copy = this.#copies.of(sandbox.id);
    copy.adopt(sandbox);
    copy.shared.writes.replace(copy.state());
    this.#copies.changed(copy);
  }

  removed(id: string): void {
    const copy = this.#copies.of(id);
    const { sandbox } = copy;
    copy.shared.writes.remove(async () => sandbox && this.#index.remove(id, sandbox.clientId));
    this.#copies.changed(copy);
    this.#copies.remove(id);
  }

  used({ id }: Sandbox): void {
    const copy = this.#copies.find(id);
    if (copy !== undefined) copy.shared.usedAt = performance.now();
  }

  stored({ id }: Sandbox, exchange?: ExchangeRecord): Promise<void> {
    return this.#copies.find(id)?.stored(exchange) ?? Promise.resolve();
  }

  async countOpen(): Promise<number> {
    return (await this.#index.all()).length;
  }

  allStored(): Promise<void> {
    return this.#copies.changesStored();
  }

  recorded(record: ExchangeRecord, { id }: Sandbox): void {
    this.#copies.find(id)?.journal.recorded(record);
  }

  async close(): Promise<void> {
    clearInterval(this.#forgetting);
    this.#quota.stop();
    await this.#copies.giveUpAll();
    this.#redis.close();
  }
}
