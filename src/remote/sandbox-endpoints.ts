/** The endpoints of one sandbox in another process. */

import type { ControlPlaneClient, ExpectedBody } from './control-plane-client.js';

/** The methods of an object in this process, each of which returns a promise. */
export type Remote<Control> = {
  readonly [Name in keyof Control]: Control[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Result>
    : Control[Name];
};

/** Calls endpoints by their paths relative to the sandbox; the empty path is the sandbox itself. */
export class SandboxEndpoints {
  readonly #client: ControlPlaneClient;
  readonly #path: string;

  constructor(client: ControlPlaneClient, id: string) {
    this.#client = client;
    this.#path = `sandboxes/${encodeURIComponent(id)}`;
  }

  /** @throws as {@link ControlPlaneClient.call} */
  get<Body>(path: string, query: object = {}, expected?: ExpectedBody<Body>): Promise<Body> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
    return this.#client.call('GET', this.#whole(text === '' ? path : `${path}?${text}`), { expected });
  }

  /** @throws as {@link ControlPlaneClient.call} */
  send<Body>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Body> {
    return this.#client.call(method, this.#whole(path), { body });
  }

  #whole(path: string): string {
    return path === '' ? this.#path : `${this.#path}/${path}`;
  }
}
