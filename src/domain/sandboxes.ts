/** The sandboxes of one emulator. */

import type { Sandbox } from './sandbox.js';

export class Sandboxes {
  /** The one that requests belong to which name none. */
  readonly default: Sandbox;
  readonly #byId = new Map<string, Sandbox>();
  readonly #byClientId = new Map<string, Sandbox>();

  constructor(defaultSandbox: Sandbox) {
    this.default = defaultSandbox;
    this.add(defaultSandbox);
  }

  add(sandbox: Sandbox): void {
    this.#byId.set(sandbox.id, sandbox);
    this.#byClientId.set(sandbox.clientId, sandbox);
  }

  byId(id: string): Sandbox | undefined {
    return this.#byId.get(id);
  }

  byClientId(clientId: string): Sandbox | undefined {
    return this.#byClientId.get(clientId);
  }
}
