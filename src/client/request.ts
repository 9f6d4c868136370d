/** Builds requests: paths, query strings and bodies (specification section 4.2). */

export interface CallOptions {
  /** Ends the call at any time, waits included; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long the call may take in milliseconds, token request, waits and retries included. Default: that of the connection. */
  readonly timeout?: number | undefined;
  /** Whether a POST may be repeated although it may have succeeded: doing it twice does no harm. Default: false. */
  readonly retryUnsafe?: boolean | undefined;
}

export interface ServiceRequest {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The URL as others may see it. */
  readonly shownUrl: string;
  readonly body?: string;
  readonly contentType?: string;
  /** Whether the request can be sent twice without a second effect. */
  readonly isRepeatable: boolean;
  /** Whether the response is a secret. */
  readonly isConfidential?: true;
}

/** Shown in place of link tokens and search terms, which identify people. */
const HIDDEN = '[hidden]';
const HIDDEN_PARAMETERS = ['q', 'search'];

export type QueryValue = string | number | readonly string[] | undefined;

/** @param segment the value of the path's last segment */
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

/** Repeats the parameter for each item of an array. */
function queryString(query: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value])
      if (one !== undefined) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
