/** An emulator that a test steers over HTTP, and the institutions of its sandboxes, which know nothing of that. */

import request, { type Response, type Test } from 'supertest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../src/index.js';
import { tokenOf } from '../institution.js';

export type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options';

export interface Steered {
  readonly emulator: Emulator;
  /** A request to the control plane; `path` is relative to `/_emulator`. */
  readonly control: (method: Method, path: string, body?: object) => Test;
  /** A new sandbox. */
  readonly open: (options?: object) => Promise<TestSandbox>;
  /** A sandbox that is there. */
  readonly sandbox: (id: string) => Promise<TestSandbox>;
  close(): Promise<void>;
}

/** A sandbox, and an institution that has a token for it. */
export interface TestSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly token: string;
  /** A request of the institution; `path` is relative to `{base_url}/api/v1`. */
  readonly get: (path: string) => Test;
  readonly post: (path: string, body: object) => Test;
  /** A request to the control plane; `path` is relative to the sandbox. */
  readonly control: (method: Method, path: string, body?: object) => Test;
  /** The same, and it has to succeed: gives the body. */
  readonly done: <Body = Record<string, unknown>>(method: Method, path: string, body?: object) => Promise<Body>;
}

/** Starts an emulator on a free port whose mistakes fail the test. */
export async function startSteered(options: EmulatorOptions = {}): Promise<Steered> {
  const emulator = await startEmulator(options, {
    onInternalError: (error) => {
      throw error;
    },
  });
  const control: Steered['control'] = (method, path, body) => {
    const asked = request(emulator.url)[method](`/_emulator${path}`);
    return body === undefined ? asked : asked.send(body);
  };
  const withToken = async (
    shown: Pick<TestSandbox, 'id' | 'clientId' | 'clientSecret' | 'apiUrl' | 'tokenUrl'>,
  ): Promise<TestSandbox> => {
    const token = await tokenOf(shown);
    const ofSandbox: Steered['control'] = (method, path, body) =>
      control(method, `/sandboxes/${shown.id}${path}`, body);
    return {
      ...shown,
      token,
      get: (path) => request(shown.apiUrl).get(path).auth(token, { type: 'bearer' }),
      post: (path, body) => request(shown.apiUrl).post(path).auth(token, { type: 'bearer' }).send(body),
      control: ofSandbox,
      done: async <Body>(method: Method, path: string, body?: object) => {
        const answer = await ofSandbox(method, path, body);
        if (answer.status >= 300)
          throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
        return answer.body as Body;
      },
    };
  };
  return {
    emulator,
    control,
    open: async (given = {}) => {
      const answer = await control('post', '/sandboxes', given);
      if (answer.status !== 201) throw new Error(`no sandbox was opened: ${answer.text}`);
      return withToken(answer.body as TestSandbox);
    },
    sandbox: async (id) => withToken((await control('get', `/sandboxes/${id}`)).body as TestSandbox),
    close: () => emulator.close(),
  };
}

/** What is to be expected of a problem. */
export function problem(status: number, members: object = {}): object {
  return { status, type: 'application/problem+json', body: { type: 'about:blank', status, ...members } };
}

/** Of an answer, what {@link problem} speaks of. */
export function told({ status, type, body }: Response): object {
  return { status, type, body: body as object };
}

/** The claims of a token. */
export function claimsOf(token: string): {
  readonly exp: number;
  readonly iat: number;
  readonly jti: string;
  readonly sandbox: string;
} {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as ReturnType<typeof claimsOf>;
}
