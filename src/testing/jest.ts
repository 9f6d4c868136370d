/**
 * An environment for Jest: one emulator for each test file, and a global function `openSandbox()`. Jest loads
 * environments as Node.js does, so this one may be an ES module although tests are not.
 */

import { TestEnvironment } from 'jest-environment-node';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { Emulator } from '../start/emulator.js';
import type { EmulatorOptions, SandboxOptions } from '../emulator/options.js';
import { startForTests } from './start-for-tests.js';
import { explainError, TestSandbox } from './test-sandbox.js';

/**
 * Opens a sandbox for the test that calls it, and removes it after the test. If the test fails, its error message shows
 * the exchanges. Works in `beforeEach` and `test.concurrent`.
 */
export type OpenSandbox = (options?: SandboxOptions) => SandboxControl;

/** What Jest says about a test that is running or over. */
interface JestTest {
  readonly name: string;
  readonly parent?: JestTest;
  readonly errors: readonly unknown[];
  /** In milliseconds. Default: that of all tests. */
  readonly timeout?: number | null;
}

/** What `expect` knows of the running test. If several run at once, `currentConcurrentTestName` names the caller's. */
interface ExpectState {
  readonly currentTestName?: string;
  readonly currentConcurrentTestName?: () => string | undefined;
}

/** The environment. `testEnvironmentOptions: { emulator: { seed: 7 } }` sets options of the emulator. */
export default class EmulatorEnvironment extends TestEnvironment {
  readonly #options: EmulatorOptions;
  #emulator: Emulator | undefined;
  /** The open sandboxes by the name of their test. */
  readonly #open = new Map<string, TestSandbox[]>();
  /**
   * The time limits of the tests that have begun, in milliseconds, by the name of the test. A concurrent test may open
   * its sandbox before Jest reports that it has begun; then it has no entry yet.
   */
  readonly #timeLimits = new Map<string, number>();

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.#options = config.projectConfig.testEnvironmentOptions['emulator'] ?? {};
  }

  override async setup(): Promise<void> {
    await super.setup();
    const emulator = (this.#emulator = await startForTests(this.#options, this.global.process.env));
    const openSandbox: OpenSandbox = (options) => {
      const name = this.#currentTestName();
      // 0 means that no limit is known.
      const opened = new TestSandbox(emulator, name, options).limitHolds(this.#timeLimits.get(name) ?? 0);
      this.#open.set(name, [...(this.#open.get(name) ?? []), opened]);

      return opened.sandbox;
    };

    Object.assign(this.global, { emulator, openSandbox });
  }

  /** Jest calls this method with each event of a test, and waits for the promise. */
  async handleTestEvent(
    { name, test }: { readonly name: string; readonly test?: JestTest },
    { testTimeout }: { readonly testTimeout: number },
  ): Promise<void> {
    if (test === undefined) return;

    const key = fullNameOf(test);
    if (name === 'test_start') this.#timeLimits.set(key, test.timeout ?? testTimeout);
    if (name !== 'test_done') return;

    const passed = test.errors.length === 0;
    const ended = { runner: 'jest', passed, error: lastOf(test.errors) } as const;
    for (const opened of this.#open.get(key) ?? [])
      await opened.end(ended, (explanation) => explainError(errorIn(test.errors), explanation));

    this.#open.delete(key);
    this.#timeLimits.delete(key);
  }

  override async teardown(): Promise<void> {
    await this.#emulator?.close();
    await super.teardown();
  }

  /** The full name of the test that runs now, and whose code calls this. */
  #currentTestName(): string {
    // Jest's type of the global object does not have `expect`.
    const { expect } = this.global as unknown as { expect: { getState(): ExpectState } };
    const { currentTestName = '', currentConcurrentTestName } = expect.getState();
    return currentConcurrentTestName?.() ?? currentTestName;
  }
}

/** The names of a test and of its enclosing blocks, joined as `expect` joins them. */
function fullNameOf({ name, parent }: JestTest): string {
  return parent === undefined || parent.name === 'ROOT_DESCRIBE_BLOCK' ? name : `${fullNameOf(parent)} ${name}`;
}

/** The last error of a test. Jest keeps what the test threw, alone or in a pair with an error that Jest made itself. */
function lastOf(errors: readonly unknown[]): unknown {
  const last = errors.at(-1);
  return Array.isArray(last) ? (last[0] ?? last[1]) : last;
}

/**
 * The last error of a test, as an object whose message can be changed. After a time-out, what was thrown is a text.
 * Then the error that Jest made itself takes the place of the text.
 */
function errorIn(errors: readonly unknown[]): { message?: string; stack?: string } {
  const error = lastOf(errors);
  if (typeof error === 'object' && error !== null) return error;

  const pair = errors.at(-1) as [unknown, Error];
  pair[0] = pair[1];

  return pair[1];
}
