/** The sandbox of one test: opened for it, explained if it fails, removed after it. The same for every test runner. */

import type { EmulatorAddress } from '../remote/control-plane-client.js';
import { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from '../remote/remote-sandbox.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { Emulator } from '../start/emulator.js';
import { realTime } from '../common/platform/real-time.js';
import { LONGEST_HOLD } from '../emulator/control/methods/holds/hold-control.js';
import { RunFolder } from '../emulator/injection/run-folder.js';
import type { TestResult } from '../emulator/injection/trail.js';
import type { SandboxOptions } from '../emulator/options.js';
import { unlessNotFound } from '../pact/states/state-sandbox.js';
import { describeFailure, unidentifiedAmong } from './describe-failure.js';

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

/** A sandbox in this process, or in another one: there each method returns a promise. */
type AnySandbox = SandboxControl | RemoteSandbox;

interface OpenedSandbox<Sandbox> {
  readonly sandbox: Sandbox;
  readonly defaultSandbox: AnySandbox;
  /** Number of the last exchange of the default sandbox before the test. */
  readonly before: number;
  /** Where the emulator is. */
  readonly url: string;
  /** Names of the suites and of the test. */
  readonly title: string;
}

/** How long before the time limit of a test its holds end, in milliseconds: the test can fail with its own message. */
const BEFORE_TIME_LIMIT = 1_000;

/** The sandbox of a test. */
export class TestSandbox<Sandbox extends AnySandbox = SandboxControl> {
  readonly sandbox: Sandbox;
  readonly #opened: OpenedSandbox<Sandbox>;

  private constructor(opened: OpenedSandbox<Sandbox>) {
    this.sandbox = opened.sandbox;
    this.#opened = opened;
  }

  /** Opens a sandbox in an emulator of the same process. @param title names of the suites and of the test */
  static open(emulator: Emulator, title: string, options: SandboxOptions = {}): TestSandbox {
    const { defaultSandbox, localUrl: url } = emulator;
    const before = defaultSandbox.show().exchanges;
    const sandbox = emulator.sandbox(optionsOf(title, options));
    return new TestSandbox({ sandbox, defaultSandbox, before, url, title });
  }

  /** Opens a sandbox in an emulator that other processes use, too. */
  static async openRemote(
    address: EmulatorAddress,
    title: string,
    options: SandboxOptions = {},
  ): Promise<TestSandbox<RemoteSandbox>> {
    const defaultSandbox = await findRemoteSandbox(address, 'default');
    const { exchanges: before } = await defaultSandbox.show();
    const sandbox = await openRemoteSandbox(address, optionsOf(title, options));
    return new TestSandbox({ sandbox, defaultSandbox, before, url: address.url, title });
  }

  /** Lets holds end before a time limit that begins now, in milliseconds. 0 or infinite: there is none. */
  limitHolds(timeLimit: number): this {
    if (timeLimit === 0 || !Number.isFinite(timeLimit)) return this;
    const { sandbox } = this;
    const openHold = sandbox.hold.bind(sandbox);
    const end = realTime() + timeLimit - BEFORE_TIME_LIMIT;
    const hold: typeof openHold = (operation, options) => {
      const left = Math.max(1, Math.round(end - realTime()));
      return openHold(operation, { ...(left <= LONGEST_HOLD && { endsAfter: left }), ...options });
    };
    Object.assign(sandbox, { hold });
    return this;
  }

  /** Reports how the test ended, if it is part of a run that wants to know. */
  report(result: EndOfTest): void {
    const { url, title: name } = this.#opened;
    RunFolder.ofEnvironment(process.env)?.write({ type: 'test', url, id: this.sandbox.id, name, ...result });
  }

  /** What the test's client did. Undefined if the test removed the sandbox or reset the emulator. */
  async explanation(): Promise<string | undefined> {
    const { defaultSandbox, before } = this.#opened;
    const requests = await unlessNotFound(() => this.sandbox.requests());
    const behaviour = await unlessNotFound(() => this.sandbox.behaviour());
    if (requests === undefined || behaviour === undefined) return undefined;
    const { id, name } = this.sandbox;
    return describeFailure(
      { id, name, requests: () => requests, behaviour: () => behaviour },
      { unidentified: unidentifiedAmong(await defaultSandbox.requests({ after: before })) },
    );
  }

  /** The journal, and a bundle for `id-emulator replay`. None if there are no exchanges. */
  async attachments(): Promise<Attachment[]> {
    const exchanges = await unlessNotFound(() => this.sandbox.requests());
    if (exchanges === undefined || exchanges.length === 0) return [];
    const bundle = await this.sandbox.bundle();
    return [
      { name: 'journal', contentType: 'application/json', body: JSON.stringify({ exchanges }, undefined, 2) },
      { name: 'bundle', contentType: 'application/json', body: JSON.stringify(bundle) },
    ];
  }

  /** Removes the sandbox if it is still open. */
  async close(): Promise<void> {
    await unlessNotFound(() => this.sandbox.remove());
  }
}

function optionsOf(title: string, options: SandboxOptions): SandboxOptions {
  return { name: title.slice(0, LONGEST_NAME), ...options };
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
