/** Builds the requests of operations from what checks state, with the text that reports show of each. */

import type { Operation } from '../../contract/operation.js';
import type { RequestOptions } from './check-types.js';
import type { OutgoingRequest } from './send-request.js';

const FORM = 'application/x-www-form-urlencoded';

/** The location of the service. */
export interface Addresses {
  readonly base: URL;
  readonly token: URL;
  /** The beginning of the operations' paths: `/api/v1`. */
  readonly prefix: string;
}

/**
 * Builds the request of an operation, with the text that reports show of it. Without `authorization`, the request has
 * no such header.
 */
export function buildRequest(operation: Operation, options: RequestOptions, addresses: Addresses): OutgoingRequest {
  const { authorization = null } = options;
  const isToken = operation.access === 'client';
  const method = options.method ?? operation.method.toUpperCase();
  const template = options.otherPath === undefined ? operation.path : addresses.prefix + options.otherPath;
  const url = new URL(isToken ? addresses.token : addresses.base);

  // The address of the token endpoint is complete; the paths of operations are added to `{base_url}`.
  if (!isToken) url.pathname = url.pathname.replace(/\/$/, '') + fillTemplate(template, options.path);
  for (const [name, values] of Object.entries(options.query ?? {}))
    for (const value of [values].flat()) url.searchParams.append(name, value);

  const { body, mediaType = isToken ? FORM : 'application/json' } = options;
  const headers = {
    accept: 'application/json',
    // Tells whether the service compresses responses.
    'accept-encoding': 'gzip',
    ...options.headers,
    ...(authorization !== null && { authorization }),
    ...(body !== undefined && { 'content-type': mediaType }),
  };
  // The prefix is the same in all requests, so reports leave it out.
  const shownPath = isToken ? 'token endpoint' : (options.otherPath ?? operation.path.replace(addresses.prefix, ''));
  const description = `${method} ${shownPath}${describeQuery(options, operation.parameters)}`;
  const sent = body === undefined ? {} : { body: bodyText(body, mediaType) };

  return { method, url, headers, ...sent, description };
}

/** The path of an operation with values in place of its parameters. */
function fillTemplate(template: string, values: RequestOptions['path'] = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The body in its media type: a form or JSON. */
function bodyText(body: unknown, mediaType: string): string {
  if (typeof body === 'string') return body;
  return mediaType === FORM ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
}

/** The query for reports. It shows only values that cannot be personal data, and `...` for any other value. */
function describeQuery({ query = {} }: RequestOptions, parameters: Operation['parameters']): string {
  const fields: string[] = [];
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) {
      const shown = isImpersonal(name, value, parameters) ? value : '...';
      fields.push(`${name}=${shown}`);
    }

  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}

/**
 * Whether a value may be shown: a short number, or a word that the contract lists. Any other value may come from a
 * response.
 */
function isImpersonal(name: string, value: string, parameters: Operation['parameters']): boolean {
  const schema = parameters.find((parameter) => parameter.name === name)?.schema;
  const isListed = schema?.enum?.includes(value) === true;
  const isShortNumber = schema?.type === 'integer' && /^-?\d{1,6}$/.test(value);

  return isListed || isShortNumber;
}
