/** Asks the control plane of a running emulator over HTTP. */

import { isObject } from '../../contract/json.js';
import { Problem } from '../problem.js';
import { fetchResponse } from '../../platform/fetch-response.js';

/** Where an emulator is. */
export interface EmulatorAddress {
  /** Scheme, host and port, and the prefix where it is mounted under one: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** What it was started with as `--control-token`. Default: none. */
  readonly controlToken?: string | undefined;
}

/** Thrown where an emulator cannot be asked. */
export class RemoteEmulatorError extends Error {
  override readonly name = 'RemoteEmulatorError';
}

export class ControlPlaneClient {
  readonly #base: string;
  readonly #address: EmulatorAddress;

  /** @throws RemoteEmulatorError where the URL is none */
  constructor(address: EmulatorAddress) {
    const { url } = address;
    if (!/^https?:\/\/./i.test(url) || !URL.canParse(url))
      throw new RemoteEmulatorError(
        `${JSON.stringify(url)} is no address of an emulator; expected one such as http://127.0.0.1:4010`,
      );
    this.#address = address;
    this.#base = `${url.replace(/\/+$/, '')}/_emulator/`;
  }

  /**
   * What the control plane answers; undefined where that is nothing.
   * @param path behind `/_emulator/`, encoded
   * @throws Problem where the control plane refuses, RemoteEmulatorError where none answers, or it wants another token
   */
  async call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await this.#send(method, path, body);
    const text = await response.text();
    if (response.status === 204) return undefined as Body;
    const read = parsed(text);
    if (response.ok && isObject(read)) return read as Body;
    throw this.#refusal(response, read);
  }

  async #send(method: string, path: string, body: object | undefined): Promise<Response> {
    const { controlToken } = this.#address;
    const headers = {
      Accept: 'application/json, application/problem+json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(controlToken !== undefined && { Authorization: `Bearer ${controlToken}` }),
    };
    try {
      // A redirection would take the token along.
      return await fetchResponse(this.#base + path, {
        method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw new RemoteEmulatorError(`${(error as Error).message}; start an emulator there, or name another`, {
        cause: error,
      });
    }
  }

  #refusal({ status, headers }: Response, body: unknown): Error {
    const { url, controlToken } = this.#address;
    const type = headers.get('Content-Type') ?? 'no content type';
    if (!type.startsWith('application/problem+json') || !isObject(body)) {
      return new RemoteEmulatorError(
        `what answers at ${url} is no emulator: its control plane would not answer with ${status} and ${type}`,
      );
    }
    const { title, detail, type: _type, status: _status, ...members } = body;
    if (status !== 401) return new Problem(status, String(title), String(detail), { members });
    return new RemoteEmulatorError(
      `the emulator at ${url} wants ${controlToken === undefined ? 'its control token' : 'another control token'}: ${String(detail)}`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
