/** Puts requests together: paths, query strings and bodies (specification section 4.2). */

import type { CallOptions } from './call-options.js';
import type { ServiceRequest } from './service-request.js';

/** What tells persons apart, or opens a link: not for logs. */
const HIDDEN = '[hidden]';
const HIDDEN_PARAMETERS = ['q', 'search'];

export type QueryValue = string | number | readonly string[] | undefined;

/** @param segment a last segment of the path that is a value */
export function getRequest(
  operation: string,
  address: string,
  query: Readonly<Record<string, QueryValue>> = {},
  segment?: string,
): ServiceRequest {
  const path = segment === undefined ? address : `${address}/${encodeURIComponent(segment)}`;
  const shown = operation === 'checkVerificationStatus' ? `${address}/${HIDDEN}` : path;
  const shownQuery = { ...query };
  for (const name of HIDDEN_PARAMETERS) if (query[name] !== undefined) shownQuery[name] = HIDDEN;
  return {
    operation,
    method: 'GET',
    url: path + queryString(query),
    shownUrl: shown + queryString(shownQuery),
    isRepeatable: true,
  };
}

export function postRequest(
  operation: string,
  address: string,
  content: object,
  { retryUnsafe = false }: CallOptions = {},
): ServiceRequest {
  return {
    operation,
    method: 'POST',
    url: address,
    shownUrl: address,
    body: JSON.stringify(content),
    contentType: 'application/json',
    isRepeatable: retryUnsafe,
  };
}

/** Arrays are repeated rather than joined: each value stands alone. */
function queryString(query: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value])
      if (one !== undefined) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
