/** One emulator a test file, one sandbox a test. Jest loads environments as Node.js does, so this one may import ES modules. */

import { describeFailure, startEmulator } from 'id-emulator';
import { TestEnvironment } from 'jest-environment-node';

export default class EmulatorEnvironment extends TestEnvironment {
  #emulator;
  /** The open sandboxes by test name. */
  #sandboxes = new Map();

  async setup() {
    await super.setup();
    this.#emulator = await startEmulator();
    this.global.openSandbox = () => this.#open(this.global.expect.getState().currentTestName);
  }

  /** Jest reports each finished test. */
  handleTestEvent({ name, test }) {
    if (name === 'test_done') this.#close(nameOf(test), test.errors.length > 0);
  }

  async teardown() {
    await this.#emulator?.close();
    await super.teardown();
  }

  #open(name) {
    const sandbox = this.#emulator.sandbox({ name });
    this.#sandboxes.set(name, sandbox);
    return sandbox;
  }

  #close(name, hasFailed) {
    const sandbox = this.#sandboxes.get(name);
    if (sandbox === undefined) return;
    if (hasFailed) this.global.console.error(describeFailure(sandbox));
    this.#sandboxes.delete(name);
    sandbox.remove();
  }
}

/** The names of a test and of its enclosing blocks, joined as `expect` joins them. */
function nameOf({ name, parent }) {
  return parent.name === 'ROOT_DESCRIBE_BLOCK' ? name : `${nameOf(parent)} ${name}`;
}
