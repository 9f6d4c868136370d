/**
 * The methods of a sandbox in a program, made over HTTP: with a store in Redis, tests that set up a sandbox by its methods
 * do the same thing through the control plane. The thread of the test waits while a worker sends the requests.
 */

import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { Steps } from '../../../src/common/steps.js';
import { Problem, type SandboxControl } from '../../../src/index.js';

/** What the worker is to do. */
export interface RemoteCall {
  /** Where a replica is. */
  readonly address: { readonly url: string; readonly controlToken?: string | undefined };
  /** The sandbox. Default: none, as for `open` and `list`. */
  readonly id?: string;
  /** A member of the sandbox: `['clock', 'freeze']`. Or `open`, or `list`. */
  readonly path: readonly string[];
  readonly given: readonly unknown[];
}

interface Outcome {
  readonly result?: unknown;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly status?: number;
    readonly title?: string;
    readonly members?: Readonly<Record<string, unknown>>;
  };
}

interface Caller {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

const LONGEST_CALL_MILLISECONDS = 30_000;

let caller: Caller | undefined;

/** Makes the call, and waits for the result. @throws what the method throws, as a Problem if it is one */
export function callOverHttp(call: RemoteCall): unknown {
  const { worker, port, signal } = (caller ??= startCaller());
  Atomics.store(signal, 0, 0);
  worker.postMessage(call);
  if (Atomics.wait(signal, 0, 0, LONGEST_CALL_MILLISECONDS) === 'timed-out')
    throw new Error(`${call.path.join('.')} took longer than ${LONGEST_CALL_MILLISECONDS} ms`);
  const { result, error } = (receiveMessageOnPort(port) as { message: Outcome }).message;
  if (error === undefined) return result;
  if (error.status !== undefined)
    throw new Problem(error.status, error.title ?? '', error.message, { members: error.members ?? {} });
  throw Object.assign(new Error(error.message), { name: error.name });
}

function startCaller(): Caller {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(join(import.meta.dirname, 'remote-caller.js'), {
    workerData: { signal, port: port2 },
    transferList: [port2],
    execArgv: [],
    // Nobody knows the certificates of the tests.
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
  });
  worker.unref();
  return { worker, port: port1, signal };
}

/** Values, not methods. */
const VALUES = ['name', 'clientId', 'clientSecret'];

/**
 * @param call makes a call for the sandbox
 * @param url where clients reach the emulator
 */
export function sandboxOverHttp(
  id: string,
  url: string,
  call: (id: string, path: readonly string[], given: readonly unknown[]) => unknown,
): SandboxControl {
  const shown: Readonly<Record<string, string>> = { id, url, apiUrl: `${url}/api/v1`, tokenUrl: `${url}/oauth/token` };
  const member = (path: readonly string[]): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => {
        if (name === Symbol.dispose && path.length === 0) return () => call(id, ['dispose'], []);
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (path.length > 0) return member([...path, name]);
        return shown[name] ?? (VALUES.includes(name) ? call(id, [name], []) : member([name]));
      },
      apply: (_, __, given: unknown[]) => {
        const result = call(id, path, given);
        return isLongWork(path) ? done(result) : result;
      },
    });
  return member([]) as SandboxControl;
}

/** Whether the method is long work in a program, which is done in steps. */
function isLongWork([holder, method]: readonly string[]): boolean {
  return holder === 'journal' && method !== 'clear';
}

function* done<Result>(result: Result): Steps<Result> {
  yield;
  return result;
}
