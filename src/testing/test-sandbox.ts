/** The sandbox of one test: opened for it, explained if it fails, removed after it. The same for every test runner. */

import type { SandboxControl } from '../control/sandbox-control.js';
import type { Emulator } from '../emulator.js';
import type { SandboxOptions } from '../options.js';
import { describeFailure, unidentifiedRequests } from './describe-failure.js';

/** The longest name of a sandbox. */
const LONGEST_NAME = 200;

/** A file beside a failed test. */
export interface Attachment {
  readonly name: 'journal' | 'bundle';
  readonly contentType: 'application/json';
  readonly body: string;
}

export class TestSandbox {
  readonly sandbox: SandboxControl;
  readonly #emulator: Emulator;
  /** Number of the last exchange of the default sandbox before the test. */
  readonly #before: number;

  /** @param title names of the suites and of the test */
  constructor(emulator: Emulator, title: string, options: SandboxOptions = {}) {
    this.#emulator = emulator;
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
    if (exchanges.length === 0) return [];
    return [
      { name: 'journal', contentType: 'application/json', body: JSON.stringify({ exchanges }, undefined, 2) },
      { name: 'bundle', contentType: 'application/json', body: JSON.stringify(this.sandbox.bundle()) },
    ];
  }

  /** Removes the sandbox if it is still open. */
  close(): void {
    if (this.#isOpen()) this.sandbox.remove();
  }

  #isOpen(): boolean {
    return this.#emulator.sandboxes().some(({ id }) => id === this.sandbox.id);
  }
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
