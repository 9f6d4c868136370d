/** The verifications of an emulator, by their IDs: those of their sandboxes, and `default`. */

import type { Contracts } from '../../contract/variants/contracts.js';
import type { EmulatorControl } from '../../emulator/control/methods/emulator-control.js';
import type { SandboxOptions } from '../../emulator/options.js';
import { notFound } from '../../emulator/control/problem.js';
import { PactVerification } from './pact-verification.js';

/** The verification that needs no opening. */
export const DEFAULT_VERIFICATION = 'default';

/** The time in the sandbox of each verification, as in `id-emulator verify`. */
const NOW = '2026-01-31T09:00:00.000Z';

export class PactVerifications {
  readonly #contracts: Contracts;
  readonly #open = new Map<string, PactVerification>();

  constructor(contracts: Contracts) {
    this.#contracts = contracts;
  }

  /** Opens a verification in a sandbox of its own. @throws Problem, OptionsError as for a sandbox */
  open(emulator: EmulatorControl, options: SandboxOptions, id?: string): PactVerification {
    const sandbox = emulator.open({ now: NOW, name: 'pact verification', ...options });
    this.#forgetRemoved(emulator);
    const { revision, variants } = sandbox.show();
    const verification = new PactVerification(sandbox, this.#contracts.in({ revision, variants }));
    this.#open.set(id ?? sandbox.id, verification);
    return verification;
  }

  /**
   * The verification with this ID. The default one is opened when it is first used.
   * @throws Problem 404
   */
  existing(emulator: EmulatorControl, id: string): PactVerification {
    const known = this.#open.get(id);
    if (known !== undefined && emulator.sandboxes().some((sandbox) => sandbox.id === known.sandbox.id)) return known;
    if (id === DEFAULT_VERIFICATION) return this.open(emulator, {}, id);
    throw notFound(`There is no verification "${id}"; POST /_emulator/verifications opens one.`);
  }

  /** A sandbox can also be removed by itself, and when it expires. */
  #forgetRemoved(emulator: EmulatorControl): void {
    const open = new Set(emulator.sandboxes().map(({ id }) => id));
    for (const [id, { sandbox }] of this.#open) if (!open.has(sandbox.id)) this.#open.delete(id);
  }

  /** Removes a verification and its sandbox. */
  remove(id: string): void {
    this.#open.get(id)?.sandbox.remove();
    this.#open.delete(id);
  }
}
