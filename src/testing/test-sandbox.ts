/**
 * The sandbox of one test, for every test runner. It is opened for the test and removed after it. If the test fails,
 * the exchanges of the sandbox explain the failure.
 */

import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { Emulator } from '../start/emulator.js';
import { realTime } from '../common/platform/real-time.js';
import { LONGEST_HOLD } from '../emulator/control/methods/holds/hold-control.js';
import { RunFolder } from '../emulator/injection/run-folder.js';
import type { TestResult } from '../emulator/injection/trail.js';
import type { SandboxOptions } from '../emulator/options.js';
import { unlessNotFound } from '../pact/states/state-sandbox.js';
import { describeFailure, unidentifiedRequests } from './describe-failure.js';

/** The longest name of a sandbox. */
const LONGEST_NAME = 200;

/** How a test ended, as its runner reports. `passed` is undefined if the runner does not tell. */
export interface EndOfTest extends Pick<TestResult, 'runner'> {
  readonly passed: boolean | undefined;
  /** What the test threw, if it failed. */
  readonly error?: unknown;
}

/**
 * How long before the time limit of a test its holds end, in milliseconds. A held call would otherwise keep the test
 * waiting until the runner ends it, and the message would name only the time limit.
 */
const BEFORE_TIME_LIMIT = 1_000;

/** The sandbox of a test. Its constructor opens the sandbox, {@link end} removes it. */
export class TestSandbox {
  readonly sandbox: SandboxControl;
  readonly #emulator: Emulator;
  readonly #title: string;
  /** Number of the last exchange of the default sandbox before the test. */
  readonly #before: number;

  /** Opens the sandbox. @param title names of the suites and of the test */
  constructor(emulator: Emulator, title: string, options: SandboxOptions = {}) {
    this.#emulator = emulator;
    this.#title = title;
    this.#before = emulator.defaultSandbox.show().exchanges;
    this.sandbox = emulator.sandbox({ name: title.slice(0, LONGEST_NAME), ...options });
  }

  /**
   * Makes holds end before the test reaches its time limit. A hold keeps calls waiting until it is released or ends.
   * @param timeLimit of the test, in milliseconds from now on. 0 or Infinity means that there is no limit
   */
  limitHolds(timeLimit: number): this {
    if (timeLimit === 0 || !Number.isFinite(timeLimit)) return this;

    const { sandbox } = this;
    const openHold = sandbox.hold.bind(sandbox);
    const end = realTime() + timeLimit - BEFORE_TIME_LIMIT;
    const hold: typeof openHold = (operation, options) => {
      const remaining = Math.max(1, Math.round(end - realTime()));
      // A hold accepts no longer time. Without a time, its calls have the usual limit.
      return openHold(operation, { ...(remaining <= LONGEST_HOLD && { endsAfter: remaining }), ...options });
    };

    Object.assign(sandbox, { hold });

    return this;
  }

  /**
   * Reports how the test ended, if the test is part of a run that collects the results of tests. Then removes the
   * sandbox, unless the test has removed it.
   * @param explain gets what the test's client did, unless the test passed, removed the sandbox or reset the emulator
   */
  async end({ runner, passed, error }: EndOfTest, explain: (text: string) => unknown): Promise<void> {
    // For a run, as `audit` makes one.
    const { localUrl: url } = this.#emulator;
    const { id } = this.sandbox;
    const message = error === undefined ? {} : { message: messageOf(error) };
    const result = { type: 'test', url, id, name: this.#title, runner, ...message } as const;
    if (passed !== undefined) RunFolder.ofEnvironment(process.env)?.write({ ...result, passed });

    // For the person who reads the failure. The journal is gone with the sandbox, so it is read before.
    const describe = (): string => describeFailure(this.sandbox, unidentifiedRequests(this.#emulator, this.#before));
    const explanation = passed === true ? undefined : await unlessNotFound(describe);
    if (explanation !== undefined) await explain(explanation);

    await unlessNotFound(() => this.sandbox.remove());
  }

  /** A bundle for `id-emulator inspect`, as JSON. Undefined if there are no exchanges. */
  async bundle(): Promise<string | undefined> {
    const exchanges = (await unlessNotFound(() => this.sandbox.requests({ limit: 1 }))) ?? [];
    return exchanges.length === 0 ? undefined : JSON.stringify(this.sandbox.bundle());
  }
}

/** Puts the explanation behind the message of an error. Many runners print the stack, which begins with the message. */
export function explainError(error: { message?: string; stack?: string }, explanation: string): void {
  const { message = '', stack } = error;
  const explained = `${message}\n\n${explanation}`;
  error.message = explained;
  if (stack === undefined) return;

  // A function returns the replacement, because `$&` and the like in a text would be patterns.
  const hasMessage = message !== '' && stack.includes(message);
  error.stack = hasMessage ? stack.replace(message, () => explained) : `${explained}\n${stack}`;
}

/**
 * The message of what a test threw. That may be an error of another realm, for which `instanceof Error` is false, or no
 * error at all.
 */
function messageOf(thrown: unknown): string {
  const { message, cause } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<Error>;
  if (typeof message !== 'string') return String(thrown);

  const { name = 'Error' } = thrown as Partial<Error>;

  const reason = cause === undefined ? '' : ` (${messageOf(cause)})`;
  return `${name}: ${message}${reason}`;
}
