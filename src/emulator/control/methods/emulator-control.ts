/** The emulator for tests: its sandboxes and health. */

import { withoutUndefined } from '../../../common/json.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { SandboxOptions } from '../../options.js';
import type { EndpointContext } from '../control-context.js';
import type { Health, RecordedBehaviour, Schemas } from '../documents.js';
import { SandboxControl } from './sandbox-control.js';
import { showSandbox } from './shown-sandbox.js';
import { openRecording } from '../state/bundle.js';

/** Which sandboxes to list. */
interface SandboxQuery {
  readonly owner?: string;
  /** Labels that a sandbox must have. It may have more. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Default: 1000. */
  readonly limit?: number;
  /** The ID of the sandbox after which the list begins. Default: it begins with the first sandbox. */
  readonly after?: string;
}

/** How many sandboxes a page has if the query names no limit. */
const LONGEST_PAGE = 1_000;

/** The methods of the emulator as a whole: they create, find and remove sandboxes. */
export class EmulatorControl {
  readonly #context: EndpointContext;
  readonly #address: () => string;

  /** @param address returns where the emulator is reached: scheme, host and port */
  constructor(context: EndpointContext, address: () => string) {
    this.#context = context;
    this.#address = address;
  }

  /**
   * The control for one request. Sandbox objects may outlive the request. They keep the function that returns the
   * address, and a function keeps all variables around it in memory: here, these are the two parameters alone.
   */
  static forRequest(address: string, context: EndpointContext): EmulatorControl {
    return new EmulatorControl(context, () => address);
  }

  /** The state of the emulator, as `/_emulator/health` shows it. */
  async health(): Promise<Health> {
    const { facts, contracts, startedAt, keeper, shared, refusedConnections } = this.#context;
    const trouble = await keeper?.trouble();
    const isReachable = trouble === undefined;
    const details = withoutUndefined({ reason: trouble, replica: shared?.replica });
    const store = keeper && { name: keeper.store, reachable: isReachable, ...details };

    const { version, sha256 } = contracts.base;
    return {
      status: 'ok',
      name: 'id-emulator',
      ...facts,
      contract: { version, sha256 },
      uptime: Math.round(performance.now() - startedAt) / 1_000,
      sandboxes: await this.#count({ storeIsReachable: isReachable }),
      refusedConnections: refusedConnections.counts,
      ...withoutUndefined({ store }),
    };
  }

  /** Every sandbox; the default one is first. */
  sandboxes(): SandboxControl[] {
    return this.#context.register.all().map(({ id }) => this.#control(id));
  }

  /**
   * Sandboxes in the form of a response. Listing does not count as use: a page that polls the list keeps no sandbox
   * open. With an owner or labels, a page from a shared store may have fewer sandboxes than `limit` and yet not be the
   * last page.
   */
  async list({ owner, labels = {}, limit = LONGEST_PAGE, after }: SandboxQuery = {}): Promise<Schemas['SandboxList']> {
    const { register, shared } = this.#context;
    const isWanted = ({ settings }: Sandbox): boolean => {
      if (owner !== undefined && settings.owner !== owner) return false;
      return Object.entries(labels).every(([name, value]) => settings.labels?.[name] === value);
    };

    // One more than `limit`, to know whether there is another page.
    const ids = shared === undefined ? register.idsAfter(after, isWanted) : await shared.listIds(limit + 1, after);
    const page = ids.slice(0, limit);
    // A shared store cannot select by owner and labels, so sandboxes are selected again here.
    const sandboxes = page.map((id) => register.peek(id)).filter(isWanted);
    const next = ids.length > limit ? page.at(-1) : undefined;

    return {
      sandboxes: sandboxes.map((sandbox) => showSandbox(sandbox, this.#address())),
      ...(next !== undefined && { next }),
    };
  }

  /** The control for the sandbox with this ID. @throws Problem 404 */
  sandbox(id: string): SandboxControl {
    return this.#control(this.#context.register.existing(id).id);
  }

  /** Opens a sandbox. @throws Problem 409 if the client ID is taken; OptionsError, DocumentError for wrong options */
  open(options: SandboxOptions): SandboxControl {
    return this.#control(this.#context.register.open(options).id);
  }

  /**
   * Opens the recording of a bundle as a sandbox that never changes.
   * @param behaviour the verdicts on a client of the service itself. Default: the judge judges a client of the emulator
   * @throws Problem 409, 422
   */
  openRecording(bundle: unknown, name?: string, behaviour?: RecordedBehaviour): SandboxControl {
    return this.#control(openRecording(bundle, name, this.#context, behaviour).id);
  }

  /** Resets the default sandbox, and removes all others. */
  reset(): void {
    this.#context.register.resetAll();
    this.#context.refusedConnections.clear();
  }

  /** The number of sandboxes. If a shared store is not reachable, only the default one is known. */
  async #count({ storeIsReachable }: { storeIsReachable: boolean }): Promise<number> {
    const { register, shared } = this.#context;
    if (shared === undefined) return register.all().length;
    return storeIsReachable ? await shared.countOpen() : 1;
  }

  #control(id: string): SandboxControl {
    return new SandboxControl(this.#context, id, this.#address);
  }
}
