/** Client of the control plane of an emulator that runs in another process. */

import { isObject, parseJson } from '../common/json.js';
import { fetchResponse } from '../common/platform/fetch-response.js';
import { PROBLEM_TYPE } from '../common/platform/problem-details.js';
import { Problem } from '../emulator/control/problem.js';
import { RemoteEmulatorError } from './remote-emulator-error.js';

/** Where an emulator is. */
export interface EmulatorAddress {
  /** Scheme, host and port, and the prefix if it is mounted under one: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The token that it was started with (`--control-token`). Default: none. */
  readonly controlToken?: string | undefined;
}

/** What a caller needs of a response. */
export interface ExpectedBody<Body> {
  /** For messages: `verdicts`. */
  readonly name: string;
  readonly is: (body: unknown) => body is Body;
}

interface CallOptions<Body> {
  /** Sent as JSON. Default: no body. */
  readonly body?: object | undefined;
  /** Default: any JSON object. */
  readonly expected?: ExpectedBody<Body> | undefined;
}

interface SentRequest {
  readonly method: string;
  /** The media type of a response that is no problem. */
  readonly accept: string;
  readonly body?: object | undefined;
  readonly signal?: AbortSignal;
}

const ANY_OBJECT = { name: 'a JSON object', is: isObject };

export class ControlPlaneClient {
  readonly #base: string;
  readonly #address: EmulatorAddress;

  /** @throws RemoteEmulatorError if the URL is not an HTTP URL */
  constructor(address: EmulatorAddress) {
    const { url } = address;
    if (!/^https?:\/\/./i.test(url) || !URL.canParse(url))
      throw new RemoteEmulatorError(
        `expected the address of an emulator such as http://127.0.0.1:4010, found ${JSON.stringify(url)}`,
      );
    this.#address = address;
    this.#base = `${url.replace(/(?<!\/)\/+$/, '')}/_emulator/`;
  }

  /**
   * Sends a request, and returns the body of the response; undefined for status 204.
   * @param path relative to `/_emulator/`, encoded
   * @throws Problem if the control plane refuses the request, RemoteEmulatorError if no emulator responds
   */
  async call<Body>(method: string, path: string, { body, expected }: CallOptions<Body> = {}): Promise<Body> {
    const response = await this.#send(path, { method, accept: 'application/json', body });
    const text = await response.text();
    if (response.status === 204) return undefined as Body;
    const { is, name } = expected ?? (ANY_OBJECT as unknown as ExpectedBody<Body>);
    const parsed = parseJson(text);
    if (response.ok && is(parsed)) return parsed;
    throw this.#failure(response, parsed, name);
  }

  /**
   * Opens a stream of events, which ends when the signal is aborted.
   * @throws as `call()`; the reason of the signal if it is aborted before there is a response
   */
  async events(path: string, signal: AbortSignal): Promise<NonNullable<Response['body']>> {
    const response = await this.#send(path, { method: 'GET', accept: 'text/event-stream', signal });
    if (response.ok && response.body !== null) return response.body;
    throw this.#failure(response, parseJson(await response.text()), 'a stream of events');
  }

  async #send(path: string, { method, accept, body, signal }: SentRequest): Promise<Response> {
    const { controlToken } = this.#address;
    const headers = {
      Accept: `${accept}, ${PROBLEM_TYPE}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(controlToken !== undefined && { Authorization: `Bearer ${controlToken}` }),
    };
    try {
      // `manual`: a redirect would send the token to another server.
      return await fetchResponse(this.#base + path, {
        method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new RemoteEmulatorError(
        `${(error as Error).message}; start an emulator there, or give the address of another one`,
        { cause: error },
      );
    }
  }

  #failure({ status, headers }: Response, body: unknown, expected: string): Error {
    const { url, controlToken } = this.#address;
    const type = headers.get('Content-Type') ?? 'no content type';
    if (!type.startsWith(PROBLEM_TYPE) || !isObject(body))
      return new RemoteEmulatorError(
        `the server at ${url} is not an emulator of this version: expected ${expected} from its control plane, found status ${status} and ${type}; give the address of an emulator`,
      );
    if (status === 401)
      return new RemoteEmulatorError(
        `the emulator at ${url} requires ${controlToken === undefined ? 'its' : 'another'} control token; give it with --control-token, in a program as controlToken`,
      );
    const { title, detail, type: _type, status: _status, ...members } = body;
    return new Problem(status, String(title), String(detail), { members });
  }
}
