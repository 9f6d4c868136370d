/** The emulator in the hands of a test: its sandboxes, and what it tells of itself. */

import type { ControlContext } from './control-context.js';
import { health, type Health } from './health.js';
import { SandboxControl, type ShownSandbox } from './sandbox-control.js';
import type { SandboxOptions } from './sandbox-options.js';

export class EmulatorControl {
  readonly #context: ControlContext;
  readonly #address: () => string;

  /** @param address where the emulator is reached: scheme, host and port */
  constructor(context: ControlContext, address: () => string) {
    this.#context = context;
    this.#address = address;
  }

  /** What the emulator is and how it is. */
  health(): Health {
    return health(this.#context, this.#context.register.all().length);
  }

  /** Every sandbox, the default one first. */
  sandboxes(): SandboxControl[] {
    return this.#context.register.all().map(({ id }) => this.#control(id));
  }

  /** Every sandbox as it is. Being listed is no use: whoever watches the list would keep all of them from going idle. */
  list(): ShownSandbox[] {
    return this.#context.register.all().map((sandbox) => {
      const { id, lastUsedAt } = sandbox;
      const shown = this.#control(id).show();
      sandbox.lastUsedAt = lastUsedAt;
      return shown;
    });
  }

  /** @throws Problem 404 */
  sandbox(id: string): SandboxControl {
    return this.#control(this.#context.register.existing(id).id);
  }

  /** Opens a sandbox. @throws Problem 409, OptionsError, DocumentError */
  open(options: SandboxOptions): SandboxControl {
    return this.#control(this.#context.register.open(options).id);
  }

  /** Resets the default sandbox, and removes all others. */
  reset(): void {
    this.#context.register.resetAll();
  }

  /** Counts and times for Prometheus. */
  metrics(): Promise<string> {
    return this.#context.metrics.text({ sandboxes: this.#context.register.all().length });
  }

  #control(id: string): SandboxControl {
    return new SandboxControl(this.#context, id, this.#address);
  }
}
