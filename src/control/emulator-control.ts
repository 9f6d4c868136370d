/** The emulator for tests: its sandboxes, health and metrics. */

import type { SandboxOptions } from '../options.js';
import type { ControlContext, EmulatorFacts } from './control-context.js';
import { SandboxControl, type ShownSandbox } from './sandbox-control.js';

/** The body of `GET /_emulator/health`. */
export interface Health extends EmulatorFacts {
  readonly status: 'ok';
  readonly name: 'id-emulator';
  /** Version and digest of the service's contract. */
  readonly contract: { readonly version: string; readonly sha256: string };
  /** Seconds since the emulator was created. */
  readonly uptime: number;
  /** Number of sandboxes, the default one included. */
  readonly sandboxes: number;
}

export class EmulatorControl {
  readonly #context: ControlContext;
  readonly #address: () => string;

  /** @param address returns where the emulator is reached: scheme, host and port */
  constructor(context: ControlContext, address: () => string) {
    this.#context = context;
    this.#address = address;
  }

  health(): Health {
    const { facts, contracts, startedAt, register } = this.#context;
    const { version, sha256 } = contracts.base;
    return {
      status: 'ok',
      name: 'id-emulator',
      ...facts,
      contract: { version, sha256 },
      uptime: Math.round(performance.now() - startedAt) / 1_000,
      sandboxes: register.size,
    };
  }

  /** Every sandbox; the default one is first. */
  sandboxes(): SandboxControl[] {
    return this.#context.register.all().map(({ id }) => this.#control(id));
  }

  /** Every sandbox in the form of a response. Listing does not count as use: a page that polls the list keeps none open. */
  list(): ShownSandbox[] {
    const { register } = this.#context;
    return register.all().map((entry) => {
      const { id, lastUsedAt } = entry;
      const shown = this.#control(id).show();
      register.look(entry).lastUsedAt = lastUsedAt;
      return shown;
    });
  }

  /** @throws Problem 404 */
  sandbox(id: string): SandboxControl {
    return this.#control(this.#context.register.existing(id).id);
  }

  /** Opens a sandbox. @throws Problem 409 if its client ID is taken; OptionsError, DocumentError */
  open(options: SandboxOptions): SandboxControl {
    return this.#control(this.#context.register.open(options).id);
  }

  /** Resets the default sandbox, and removes all others. */
  reset(): void {
    this.#context.register.resetAll();
  }

  /** Metrics in the text format of Prometheus. */
  metrics(): Promise<string> {
    return this.#context.metrics.text({ sandboxes: this.#context.register.size });
  }

  #control(id: string): SandboxControl {
    return new SandboxControl(this.#context, id, this.#address);
  }
}
