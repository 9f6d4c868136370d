/** An emulator under the control of a test over HTTP, and institutions that use its sandboxes. */

import request, { type Response, type Test } from 'supertest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../src/index.js';
import { kept, tokenOf } from '../../institution.js';

export type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options';

export interface ControlledEmulator {
  readonly emulator: Emulator;
  /** A request to the control plane; `path` is relative to `/_emulator`. */
  readonly control: (method: Method, path: string, body?: object) => Test;
  /** A new sandbox. */
  readonly open: (options?: object) => Promise<TestSandbox>;
  /** An open sandbox. */
  readonly sandbox: (id: string) => Promise<TestSandbox>;
  close(): Promise<void>;
}

/** A sandbox, and an institution with a token for it. */
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
  /** The same. Returns the body; throws if the status is not a success. */
  readonly done: <Body = Record<string, unknown>>(method: Method, path: string, body?: object) => Promise<Body>;
}

/** Starts an emulator on a free port. Its internal errors fail the test. */
export async function startControlledEmulator(options: EmulatorOptions = {}): Promise<ControlledEmulator> {
  const emulator = await startEmulator(options, {
    onInternalError: (error) => {
      throw error;
    },
  });
  const control: ControlledEmulator['control'] = (method, path, body) => {
    const asked = kept(request(emulator.url)[method](`/_emulator${path}`));
    return body === undefined ? asked : asked.send(body);
  };
  const withToken = async (
    shown: Pick<TestSandbox, 'id' | 'clientId' | 'clientSecret' | 'apiUrl' | 'tokenUrl'>,
  ): Promise<TestSandbox> => {
    const token = await tokenOf(shown);
    const ofSandbox: ControlledEmulator['control'] = (method, path, body) =>
      control(method, `/sandboxes/${shown.id}${path}`, body);
    return {
      ...shown,
      token,
      get: (path) => kept(request(shown.apiUrl).get(path)).auth(token, { type: 'bearer' }),
      post: (path, body) => kept(request(shown.apiUrl).post(path)).auth(token, { type: 'bearer' }).send(body),
      control: ofSandbox,
      done: async <Body>(method: Method, path: string, body?: object) => {
        const response = await ofSandbox(method, path, body);
        if (response.status >= 300)
          throw new Error(`${method} ${path} was answered with ${response.status}: ${response.text}`);
        return response.body as Body;
      },
    };
  };
  return {
    emulator,
    control,
    open: async (given = {}) => {
      const response = await control('post', '/sandboxes', given);
      if (response.status !== 201) throw new Error(`no sandbox was opened: ${response.text}`);
      return withToken(response.body as TestSandbox);
    },
    sandbox: async (id) => withToken((await control('get', `/sandboxes/${id}`)).body as TestSandbox),
    close: () => emulator.close(),
  };
}

/** The expected parts of a problem response. */
export function problem(status: number, members: object = {}): object {
  return { status, type: 'application/problem+json', body: { type: 'about:blank', status, ...members } };
}

/** The parts of a response that {@link problem} has. */
export function problemIn({ status, type, body }: Response): object {
  return { status, type, body: body as object };
}

/** The claims of a token. */
export function claimsOf(token: string): {
  readonly exp: number;
  readonly iat: number;
  readonly jti: string;
  readonly sandbox: string;
  readonly scope: string;
} {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as ReturnType<typeof claimsOf>;
}
