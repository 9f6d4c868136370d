/** From an operation of the contract to what is sent. */

import type { Operation } from '../contract/operation.js';
import { describeCall, type CallOptions } from './exchange.js';
import type { OutgoingRequest } from './send-request.js';

export interface Addresses {
  readonly base: URL;
  readonly token: URL;
  /** What the operations' paths begin with: `/api/v1`. */
  readonly prefix: string;
}

/** A request, and what it is called in reports. */
export interface BuiltRequest extends OutgoingRequest {
  readonly description: string;
}

/** The request; `authorization` is the header, undefined for none. */
export function buildRequest(
  operation: Operation,
  call: CallOptions,
  addresses: Addresses,
  authorization: string | undefined,
): BuiltRequest {
  const isToken = operation.id === 'issueToken';
  const method = call.method ?? operation.method.toUpperCase();
  const template = call.otherPath === undefined ? operation.path : addresses.prefix + call.otherPath;
  const url = new URL(isToken ? addresses.token : addresses.base);
  if (!isToken) url.pathname = url.pathname.replace(/\/$/, '') + filled(template, call.path);
  for (const [name, values] of Object.entries(call.query ?? {}))
    for (const value of [values].flat()) url.searchParams.append(name, value);
  const content = isToken ? formOf(call) : jsonOf(call);
  const headers = {
    Accept: 'application/json',
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(content !== undefined && { 'Content-Type': content.mediaType }),
  };
  const shown = isToken
    ? 'token endpoint'
    : template.slice(template.startsWith(addresses.prefix) ? addresses.prefix.length : 0);
  return {
    method,
    url,
    headers,
    ...(content !== undefined && { body: content.text }),
    description: describeCall(method, shown, call),
  };
}

function filled(template: string, values: CallOptions['path'] = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function jsonOf({ body, rawBody }: CallOptions): CallOptions['rawBody'] {
  if (rawBody !== undefined || body === undefined) return rawBody;
  return { mediaType: 'application/json', text: JSON.stringify(body) };
}

function formOf({ body, rawBody }: CallOptions): CallOptions['rawBody'] {
  if (rawBody !== undefined || body === undefined) return rawBody;
  return {
    mediaType: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(body as Record<string, string>).toString(),
  };
}
