/** The sandboxes of one emulator. */

import type { Sandbox } from './sandbox.js';

/** What stands between a client ID and the scenarios that it selects: `demo-institution+token-expired`. */
export const SUFFIX_MARK = '+';

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

  /** The sandbox of a client ID, with or without a suffix that selects scenarios. */
  byClientId(clientId: string): Sandbox | undefined {
    for (let end = clientId.length; end > 0; end = clientId.lastIndexOf(SUFFIX_MARK, end - 1)) {
      const sandbox = this.#byClientId.get(clientId.slice(0, end));
      if (sandbox !== undefined) return sandbox;
    }
    return undefined;
  }
}
