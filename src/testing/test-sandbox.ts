/** The sandbox of one test: opened for it, explained if it fails, removed after it. The same for every test runner. */

import type { EmulatorAddress } from '../remote/control-plane-client.js';
import { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from '../remote/remote-sandbox.js';
import { Problem } from '../emulator/control/problem.js';
import type { SandboxControl } from '../emulator/control/sandboxes/sandbox-control.js';
import type { Bundle } from '../emulator/control/state/bundle.js';
import type { Emulator } from '../start/emulator.js';
import { RunFolder } from '../emulator/injection/run-folder.js';
import type { TestResult } from '../emulator/injection/trail.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import type { SandboxOptions } from '../emulator/options.js';
import { describeFailure, unidentifiedAmong, unidentifiedRequests } from './describe-failure.js';

/** The longest name of a sandbox. */
const LONGEST_NAME = 200;

/** How a test ended, as its runner says. */
export type EndOfTest = Omit<TestResult, 'name'>;

/** A file beside a failed test. */
export interface Attachment {
  readonly name: 'journal' | 'bundle';
  readonly contentType: 'application/json';
  readonly body: string;
}

/** The sandbox of a test in an emulator of the same process. */
export class TestSandbox {
  readonly sandbox: SandboxControl;
  readonly #emulator: Emulator;
  readonly #title: string;
  /** Number of the last exchange of the default sandbox before the test. */
  readonly #before: number;

  /** @param title names of the suites and of the test */
  constructor(emulator: Emulator, title: string, options: SandboxOptions = {}) {
    this.#emulator = emulator;
    this.#title = title;
    this.#before = emulator.defaultSandbox.show().exchanges;
    this.sandbox = emulator.sandbox({ name: title.slice(0, LONGEST_NAME), ...options });
  }

  /** What the test's client did. Undefined if the test removed the sandbox or reset the emulator. */
  explanation(): string | undefined {
    if (!this.#isOpen()) return undefined;
    return describeFailure(this.sandbox, { unidentified: unidentifiedRequests(this.#emulator, this.#before) });
  }

  /** The journal, and a bundle for `id-emulator replay`. None if there are no exchanges. */
  attachments(): Attachment[] {
    const exchanges = this.#isOpen() ? this.sandbox.requests() : [];
    return exchanges.length === 0 ? [] : attachmentsOf(exchanges, this.sandbox.bundle());
  }

  /** Reports how the test ended, if it is part of a run that wants to know. */
  report(result: EndOfTest): void {
    reportTest({ url: this.#emulator.localUrl, id: this.sandbox.id, name: this.#title }, result);
  }

  /** Removes the sandbox if it is still open. */
  close(): void {
    if (this.#isOpen()) this.sandbox.remove();
  }

  #isOpen(): boolean {
    return this.#emulator.sandboxes().some(({ id }) => id === this.sandbox.id);
  }
}

/** The sandbox of a test in an emulator that other processes use, too. */
export class SharedTestSandbox {
  readonly sandbox: RemoteSandbox;
  readonly #place: TestPlace;
  readonly #default: RemoteSandbox;
  readonly #before: number;

  private constructor(sandbox: RemoteSandbox, place: TestPlace, defaultSandbox: RemoteSandbox, before: number) {
    this.sandbox = sandbox;
    this.#place = place;
    this.#default = defaultSandbox;
    this.#before = before;
  }

  /** @param title names of the suites and of the test */
  static async open(address: EmulatorAddress, title: string, options: SandboxOptions = {}): Promise<SharedTestSandbox> {
    const defaultSandbox = await findRemoteSandbox(address, 'default');
    const { exchanges } = await defaultSandbox.show();
    const sandbox = await openRemoteSandbox(address, { name: title.slice(0, LONGEST_NAME), ...options });
    return new SharedTestSandbox(sandbox, { url: address.url, id: sandbox.id, name: title }, defaultSandbox, exchanges);
  }

  /** Reports how the test ended, if it is part of a run that wants to know. */
  report(result: EndOfTest): void {
    reportTest(this.#place, result);
  }

  /** What the test's client did. Undefined if the test removed the sandbox or reset the emulator. */
  async explanation(): Promise<string | undefined> {
    const { id, name } = this.sandbox;
    const [requests, behaviour, ofDefault] = await Promise.all([
      this.#unlessRemoved((sandbox) => sandbox.requests()),
      this.#unlessRemoved((sandbox) => sandbox.behaviour()),
      this.#default.requests({ after: this.#before }),
    ]);
    if (requests === undefined || behaviour === undefined) return undefined;
    return describeFailure(
      { id, name, requests: () => requests, behaviour: () => behaviour },
      { unidentified: unidentifiedAmong(ofDefault) },
    );
  }

  /** The journal, and a bundle for `id-emulator replay`. None if there are no exchanges. */
  async attachments(): Promise<Attachment[]> {
    const exchanges = await this.#unlessRemoved((sandbox) => sandbox.requests());
    if (exchanges === undefined || exchanges.length === 0) return [];
    return attachmentsOf(exchanges, await this.sandbox.bundle());
  }

  /** Removes the sandbox if it is still open. */
  async close(): Promise<void> {
    await this.#unlessRemoved((sandbox) => sandbox.remove());
  }

  async #unlessRemoved<Value>(call: (sandbox: RemoteSandbox) => Promise<Value>): Promise<Value | undefined> {
    try {
      return await call(this.sandbox);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    }
  }
}

/** The sandbox of a test in its run, and the name of the test. */
interface TestPlace {
  readonly url: string;
  readonly id: string;
  readonly name: string;
}

function reportTest(place: TestPlace, result: EndOfTest): void {
  RunFolder.ofEnvironment(process.env)?.write({ type: 'test', ...place, ...result });
}

function attachmentsOf(exchanges: readonly Exchange[], bundle: Bundle): Attachment[] {
  return [
    { name: 'journal', contentType: 'application/json', body: JSON.stringify({ exchanges }, undefined, 2) },
    { name: 'bundle', contentType: 'application/json', body: JSON.stringify(bundle) },
  ];
}

/** Puts the explanation behind the message of an error. Many runners print the stack, which begins with the message. */
export function explainError(error: { message?: string; stack?: string }, explanation: string): void {
  const { message = '', stack } = error;
  const explained = `${message}\n\n${explanation}`;
  error.message = explained;
  if (stack === undefined) return;
  const at = message === '' ? -1 : stack.indexOf(message);
  error.stack =
    at === -1 ? `${explained}\n${stack}` : stack.slice(0, at) + explained + stack.slice(at + message.length);
}

/** The message of what a test threw. It may be of another realm, or no error. */
export function messageOf(thrown: unknown): string {
  const { message, cause } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<Error>;
  if (typeof message !== 'string') return String(thrown);
  const { name = 'Error' } = thrown as Partial<Error>;
  return `${name}: ${message}${cause === undefined ? '' : ` (${messageOf(cause)})`}`;
}
