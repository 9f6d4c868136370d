/** What one replica has of a sandbox: the sandbox itself, which catches up with the store, and its journal. */

import type { SandboxChange } from '../../emulator/domain/sandbox/change.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { KeeperParts } from '../../emulator/store/keeper.js';
import type { SandboxForm } from '../../emulator/store/stored-sandbox.js';
import { journalChannel } from '../keys.js';
import type { LeasedCopy } from './leased-copy.js';
import type { RedisStore } from '../redis-store.js';
import type { JournalQuota } from '../journal/journal-quota.js';
import { SandboxLog } from '../sandbox-log.js';
import type { Missed } from '../sandbox-log-replies.js';
import { SharedJournal } from '../journal/shared-journal.js';
import { SharedSandbox } from './shared-sandbox.js';

/** What copies have in common. */
export interface CopyContext extends KeeperParts {
  readonly store: RedisStore;
  readonly quota: JournalQuota;
  /** Counted by copies. */
  readonly figures: { losses: number; takeovers: number };
  readonly onChange: (copy: SandboxCopy) => void;
}

/** How many responses say that Redis has lost data. */
const NOTICED_RESPONSES = 10;

export class SandboxCopy implements LeasedCopy {
  readonly id: string;
  readonly shared: SharedSandbox;
  readonly journal: SharedJournal;
  /** The newest object. It is out of date while another replica has the lease. */
  sandbox: Sandbox | undefined;
  /** Whether this replica has opened the sandbox. */
  isNew = false;
  /** How many readers follow the journal here. */
  readers = 0;
  readonly #context: CopyContext;
  readonly #log: SandboxLog;
  /** What responses are to say in a diagnostic, and how many of them still. */
  #notice: { readonly text: string; left: number } | undefined;

  constructor(id: string, context: CopyContext) {
    const { store, journals, journalLimits, idleMilliseconds } = context;
    const expires = id !== 'default' && idleMilliseconds !== Number.POSITIVE_INFINITY;
    const log = new SandboxLog(store, id, expires ? idleMilliseconds : 0, journalLimits);
    this.id = id;
    this.#context = context;
    this.#log = log;
    this.shared = new SharedSandbox(id, log, this);
    this.journal = new SharedJournal({
      log,
      size: journalLimits.size,
      copy: () => this.sandbox && journals.of(this.sandbox),
      epoch: () => this.shared.epoch,
    });
  }

  /** Resolves when everything so far is in the store, and the exchange in its journal. @throws StoreError */
  stored(exchange: ExchangeRecord | undefined): Promise<void> {
    const text = exchange && this.journal.textOf(exchange);
    if (text !== undefined) {
      this.shared.writes.record(exchange!.id, text);
      this.#context.quota.recorded(text.length);
    }
    return this.shared.writes.stored();
  }

  /** What the next response has to say about the store. */
  takeNotice(): string | undefined {
    const notice = this.#notice;
    if (notice !== undefined && --notice.left === 0) this.#notice = undefined;
    return notice?.text;
  }

  /** Keeps the journal up to date until the returned function is called. */
  follow(): () => void {
    const { store, journals } = this.#context;
    const catchUp = (): void => void this.journal.catchUp().catch(ignore);
    this.readers++;
    const listening = store.connection.listen(journalChannel(this.id), (word) => {
      if (word === 'recorded') catchUp();
      else if (word !== 'removed') this.shared.look().then(catchUp, ignore);
      else if (this.sandbox !== undefined) journals.end([this.sandbox]);
    });
    // What came before the first message.
    listening.then(catchUp, ignore);
    return () => {
      this.readers--;
      listening.then((stop) => stop()).catch(ignore);
    };
  }

  /** The whole state. */
  state(): string {
    return JSON.stringify(this.#context.form.write(this.sandbox!));
  }

  catchUp({ state, changes, loss }: Missed, isEmptied: boolean): void {
    const { journals, figures } = this.#context;
    if (loss !== undefined) this.#onDataLost(loss.changes);
    if (state !== undefined || changes.length > 0) figures.takeovers++;
    if (isEmptied) this.journal.restart();
    const goesOn = this.shared.isPresent && !isEmptied && loss === undefined;
    if (state !== undefined && goesOn) this.#renew(this.#sandboxOf(state));
    else if (state !== undefined) this.install(this.#sandboxOf(state));
    const sandbox = this.sandbox!;
    for (const text of changes) {
      const change = JSON.parse(text) as SandboxChange;
      sandbox.apply(change);
      if (change.type === 'forgotten') journals.of(sandbox).clear(change.exchange);
    }
  }

  continueFrom(moment: number): void {
    this.sandbox!.clock.continueFrom(moment);
  }

  #sandboxOf(state: string): Sandbox {
    const { stored, fixture } = JSON.parse(state) as ReturnType<SandboxForm['write']>;
    return this.#context.form.read(stored, () => fixture!.text);
  }

  /** Puts a sandbox in the place of the one that is here, with an empty journal. */
  install(sandbox: Sandbox): void {
    const { sandboxes, journals } = this.#context;
    const before = this.sandbox;
    if (sandboxes.byId(sandbox.id) === undefined) sandboxes.add(sandbox);
    else sandboxes.replace(sandbox);
    if (before !== undefined) journals.succeed(before, sandbox);
    this.adopt(sandbox);
    // Otherwise, its followers know by now.
    if (before === undefined) journals.of(sandbox).clear(sandbox.forgotten);
  }

  /** Puts a later state of the sandbox in place of this one: its journal continues. */
  #renew(sandbox: Sandbox): void {
    const { sandboxes, journals } = this.#context;
    const before = this.sandbox!;
    sandboxes.replace(sandbox);
    journals.continue(before, sandbox);
    this.#keep(sandbox);
    if (sandbox.forgotten > before.forgotten) journals.of(sandbox).clear(sandbox.forgotten);
  }

  /** From now on, what happens to the sandbox goes into the store. Its journal is a new one. */
  adopt(sandbox: Sandbox): void {
    this.journal.restart();
    this.#keep(sandbox);
  }

  #keep(sandbox: Sandbox): void {
    if (this.sandbox !== undefined && this.sandbox !== sandbox) this.sandbox.onChange = ignore;
    this.sandbox = sandbox;
    sandbox.onChange = (change) => {
      this.shared.writes.append(JSON.stringify(change));
      this.#context.onChange(this);
      if (change.type !== 'forgotten') return;
      const stored = this.shared.writes.stored();
      stored.then(() => this.#log.clearJournal(change.exchange)).catch(ignore);
    };
  }

  drop(): void {
    const { sandboxes } = this.#context;
    if (this.sandbox !== undefined && this.sandbox !== sandboxes.default) sandboxes.drop(this.sandbox);
    this.journal.restart();
  }

  async followJournal(): Promise<void> {
    if (this.readers > 0) await this.journal.catchUp();
  }

  #onDataLost(lost: number | undefined): void {
    const { store, figures, onWarning } = this.#context;
    const what = lost === undefined ? 'changes' : `the last ${lost} ${lost === 1 ? 'change' : 'changes'}`;
    const text = `the store ${store.name} has lost ${what} of sandbox "${this.id}", which continues from what is there`;
    this.#notice = { text, left: NOTICED_RESPONSES };
    figures.losses++;
    onWarning(text);
  }

  onGone(): void {
    void this.#context.store.check();
  }
}

function ignore(): void {
  // A sandbox that was replaced has nothing to tell, and requests report a failure of the store.
}
