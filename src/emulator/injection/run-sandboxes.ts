/**
 * The sandboxes of one emulator in a run. Injects activations into each sandbox, and records what each sandbox sees.
 */

import { withoutUndefined } from '../../common/json.js';
import type { InjectedActivation } from '../domain/sandbox/activation.js';
import type { SandboxSettings } from '../domain/sandbox/settings.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { Exchange } from '../journal/exchange.js';
import { endingText } from '../journal/exchange-line.js';
import type { RefusalReason } from '../refused-connections.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { activationsOf } from './injection.js';
import type { RunFolder, RunOrders } from './run-folder.js';

/** Matches generated IDs. They depend on the order of opening, so they may differ between runs. */
const GENERATED_ID = /^[0-9a-f]{8}$/;

/**
 * Gives each sandbox a key that is equal in all runs of one command: the name of the sandbox, or for the default
 * sandbox the name of its emulator. From the second sandbox with a name on, a number follows. A reset counts as a new
 * sandbox.
 */
export class RunSandboxes {
  readonly #folder: RunFolder;
  readonly #emulator: string;
  readonly #catalogue: Catalogue;
  readonly orders: Required<RunOrders>;
  readonly #keys = new Map<string, string>();

  /** @param label where the emulator was started: `default`, or a file of tests */
  constructor(folder: RunFolder, label: string, catalogue: Catalogue) {
    this.#folder = folder;
    this.#emulator = folder.claim(label);
    this.#catalogue = catalogue;
    this.orders = folder.orders();
  }

  /** What to inject into a sandbox that is opened or reset. */
  addSandbox({ id, name, oneClient }: SandboxSettings): InjectedActivation[] {
    const key = this.#keyFor(id, name);
    this.#keys.set(id, key);
    this.#folder.write({ type: 'sandbox', emulator: this.#emulator, id, key, oneClient });
    // An injection without a sandbox is for every sandbox.
    const injections = this.orders.injections.filter(({ sandbox }) => sandbox === undefined || sandbox === key);

    return activationsOf(injections, this.#catalogue);
  }

  /** Records the address of the emulator, by which a test later names its sandbox. */
  recordListening(url: string): void {
    this.#folder.write({ type: 'listening', emulator: this.#emulator, url });
  }

  /** Records a connection whose client did not speak the protocol of the port. */
  recordRefusal(reason: RefusalReason): void {
    this.#folder.write({ type: 'refused', emulator: this.#emulator, reason });
  }

  /** Records an exchange whose response is not yet written. */
  recordExchange({ id }: { readonly id: string }, exchange: Exchange): void {
    const time = performance.timeOrigin + performance.now();
    this.#folder.write({ type: 'exchange', emulator: this.#emulator, id, exchange, time });
  }

  /**
   * Records that an exchange is over: its client got the response or left, or the exchange was held and has gone on.
   */
  recordEnd({ id }: { readonly id: string }, record: ExchangeRecord): void {
    const { duration, ending, release } = record;
    if (duration === undefined && release === undefined) return;

    const ended = ending && endingText(ending, duration);
    const end = withoutUndefined({ duration, ending, ended, release });
    this.#folder.write({ type: 'over', emulator: this.#emulator, id, exchange: record.id, ...end });
  }

  /** Keeps the bundle of a sandbox whose exchanges are about to be forgotten. */
  keepBundle({ id }: { readonly id: string }, bundle: object): void {
    const key = this.#keys.get(id);
    if (key !== undefined) this.#folder.writeBundle(key, bundle);
  }

  /** The key of a new sandbox. All sandboxes without a name and with a generated ID are called `unnamed`. */
  #keyFor(id: string, name: string | undefined): string {
    const idInAllRuns = GENERATED_ID.test(id) ? 'unnamed' : id;
    if (id !== 'default') return this.#folder.claim(name ?? idInAllRuns);
    // The emulator's own name is claimed already, so a reset default sandbox claims another name.
    return this.#keys.has(id) ? this.#folder.claim(`${this.#emulator}, reset`) : this.#emulator;
  }
}
