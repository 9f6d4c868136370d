/** Client of the control plane of an emulator that runs in another process. */

import { isObject, parseJson, withoutUndefined } from '../common/json.js';
import { throughProxy } from '../common/platform/environment-proxy.js';
import { fetchResponse, codeOf, isCertificateFailure } from '../common/platform/fetch-response.js';
import { PROBLEM_TYPE } from '../common/platform/problem-details.js';
import { targetOf } from '../common/reporting/request-target.js';
import { CONTROL_OPERATIONS, type ControlOperationId } from '../contract/control-operations.js';
import { allowsType } from '../contract/schema/schema-walk.js';
import type { CallParts } from '../emulator/control/http/endpoint.js';
import { Problem } from '../emulator/control/problem.js';
import { RemoteEmulatorError, WrongSchemeError } from './remote-emulator-error.js';
import { fetchAroundProxy } from '../common/platform/loopback-fetch.js';

/** Where an emulator is. */
export interface EmulatorAddress {
  /** Scheme, host and port, and the prefix if it is mounted under one: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The token that it was started with (`--control-token`). Default: none. */
  readonly controlToken?: string | undefined;
}

/** What a caller needs of a response. */
export interface ExpectedBody {
  /** For messages: `verdicts`. */
  readonly name: string;
  readonly form: Form;
}

/**
 * The form that a JSON value must have:
 * - a type of JSON Schema, such as `string`,
 * - a set of allowed values,
 * - `[form]`, a list whose items have that form,
 * - an object with the forms of the members that a value must have.
 */
export type Form = string | ReadonlySet<unknown> | readonly [Form] | { readonly [member: string]: Form };

/** Whether a value has a form. A server that is no emulator may send anything. */
function hasForm(value: unknown, form: Form): boolean {
  if (typeof form === 'string') return allowsType({ type: form }, value);
  if (form instanceof Set) return form.has(value);
  if (Array.isArray(form)) return Array.isArray(value) && value.every((item) => hasForm(item, form[0] as Form));

  const members = Object.entries(form);
  return isObject(value) && members.every(([name, member]) => hasForm(value[name], member as Form));
}

/** The methods of an object in this process, each of which returns a promise. */
export type Remote<Control> = {
  readonly [Name in keyof Control]: Control[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : Control[Name];
};

/** Sends requests to the control plane of one emulator. */
export class ControlPlaneClient {
  readonly #address: EmulatorAddress;

  /** @throws RemoteEmulatorError if the URL is not an HTTP URL */
  constructor(address: EmulatorAddress) {
    const { url } = address;
    if (!/^https?:\/\/./i.test(url) || !URL.canParse(url))
      throw new RemoteEmulatorError(
        `expected the address of an emulator such as http://127.0.0.1:4010, found ${JSON.stringify(url)}`,
      );

    this.#address = address;
  }

  /**
   * Calls an operation; returns the body of the response, undefined for status 204.
   * @param expected what the body must be. Default: a JSON object with the members that the operation promises
   * @throws Problem if the control plane refuses the request, RemoteEmulatorError if no emulator responds
   */
  async call<Body>(
    operationId: ControlOperationId,
    parts: CallParts = {},
    { name, form }: ExpectedBody = promisedBody(operationId),
  ): Promise<Body> {
    const response = await this.#send(operationId, parts, { Accept: 'application/json' });
    const text = await response.text();
    if (response.status === 204) return undefined as Body;

    const parsed = parseJson(text);
    if (response.ok && hasForm(parsed, form)) return parsed as Body;

    throw this.#failure(response, parsed, name);
  }

  /**
   * Opens a stream of events, which ends when the signal is aborted.
   * @param lastEventId the ID of the last event that was received. The stream goes on after it. Default: the stream
   * begins
   * @throws as {@link ControlPlaneClient.call}; the reason of the signal if it is aborted before there is a response
   */
  async events(
    operationId: ControlOperationId,
    parts: CallParts,
    signal: AbortSignal,
    lastEventId?: string,
  ): Promise<NonNullable<Response['body']>> {
    const resumption = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    const headers = { Accept: 'text/event-stream', ...resumption };
    const response = await this.#send(operationId, parts, headers, signal);
    if (response.ok && response.body !== null) return response.body;

    throw this.#failure(response, parseJson(await response.text()), 'a stream of events');
  }

  /**
   * Sends the request of an operation, with the control token.
   * @param ownHeaders `Accept`, the media type of a response that is no problem, and further headers
   */
  async #send(
    operationId: ControlOperationId,
    parts: CallParts,
    ownHeaders: { readonly Accept: string },
    signal?: AbortSignal,
  ): Promise<Response> {
    const { url, controlToken } = this.#address;
    const { body } = parts;
    const { method } = CONTROL_OPERATIONS[operationId];

    // The lookbehind lets a match begin only at the first slash, so that a long row of slashes takes linear time.
    const withoutSlashAtEnd = url.replace(/(?<!\/)\/+$/, '');
    const address = `${withoutSlashAtEnd}/_emulator${pathOf(operationId, parts)}`;

    const json = body === undefined ? undefined : JSON.stringify(body);
    const authorization = controlToken === undefined ? undefined : `Bearer ${controlToken}`;
    const headers = {
      ...ownHeaders,
      Accept: `${ownHeaders.Accept}, ${PROBLEM_TYPE}`,
      ...withoutUndefined({ 'Content-Type': json && 'application/json', Authorization: authorization }),
    };

    try {
      // `manual`: a redirect would send the token to another server.
      return await fetchResponse(address, { method, headers, redirect: 'manual', body: json, signal });
    } catch (error) {
      signal?.throwIfAborted();
      const other = await withOtherScheme(url, (error as Error).cause);
      if (other !== undefined) throw new WrongSchemeError(url, other);

      const remedy = '; start an emulator there, or give the address of another one';
      throw new RemoteEmulatorError(`${(error as Error).message}${remedy}`, { cause: error });
    }
  }

  /** The error for a response that is not what the caller expects. @param expected for messages: `verdicts` */
  #failure({ status, headers }: Response, body: unknown, expected: string): Error {
    const { url, controlToken } = this.#address;
    const type = headers.get('Content-Type') ?? 'no content type';
    if (!type.startsWith(PROBLEM_TYPE) || !isObject(body))
      return new RemoteEmulatorError(
        `the server at ${url}${throughProxy(url)} is not an emulator of this version: expected ${expected} from its control plane, found status ${status} and ${type}; give the address of an emulator`,
      );

    // A request without a token lacks the token; a request with one has a wrong token.
    const whose = controlToken === undefined ? 'its' : 'another';
    if (status === 401)
      return new RemoteEmulatorError(
        `the emulator at ${url} requires ${whose} control token; give it with --control-token, in a program as controlToken`,
      );

    // `Problem` has type and status by itself. The members beyond the standard ones are kept, such as `mistakes`.
    const { title, detail, type: _type, status: _status, ...members } = body;

    return new Problem(status, String(title), String(detail), { members });
  }
}

/** The body that an operation of the control plane promises. */
function promisedBody(operationId: ControlOperationId): ExpectedBody {
  return { name: `the response to ${operationId}`, form: CONTROL_OPERATIONS[operationId].members };
}

/** Path and query of a request. */
function pathOf(operationId: ControlOperationId, { sandbox, target, query = {} }: CallParts): string {
  const { path: template } = CONTROL_OPERATIONS[operationId];
  // `{id}` stands for the sandbox. A path has at most one other placeholder, which stands for the target.
  const path = template.replace(/\{(\w+)\}/g, (_, name) => {
    return encodeURIComponent(String(name === 'id' ? sandbox : target));
  });

  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields.append(name, String(value));

  return targetOf({ path, query: String(fields) });
}

/** By the scheme of a request, the codes with which it fails if the server speaks the other scheme. */
const SIGNS: ReadonlyMap<string, RegExp> = new Map([
  ['https:', /^(?:EPROTO$|ERR_SSL_)/],
  ['http:', /^(?:ECONNRESET$|UND_ERR_SOCKET$|HPE_)/],
]);

/** How long a server is tried with the other scheme, in milliseconds. */
const TIME_LIMIT = 2_000;

/**
 * The address with the other scheme, if the server speaks that one; undefined if the given scheme may be right.
 * @param error of `fetch` at the given address
 */
async function withOtherScheme(address: string, error: unknown): Promise<string | undefined> {
  const { protocol } = new URL(address);
  if (SIGNS.get(protocol)?.test(codeOf(error) ?? '') !== true) return undefined;

  const other = address.replace(/^https?:/i, protocol === 'http:' ? 'https:' : 'http:');

  try {
    const signal = AbortSignal.timeout(TIME_LIMIT);
    await fetchAroundProxy(new URL(other), { method: 'HEAD', redirect: 'manual', signal });
    return other;
  } catch (failure) {
    // A server that shows a certificate, trusted or not, speaks TLS.
    return isCertificateFailure(failure) ? other : undefined;
  }
}
