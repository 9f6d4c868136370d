/** One request to the service, and its answer. */

import type { OperationId } from '../contract/operation.js';

/** What is sent; anything that is absent is as it should be. */
export interface CallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON; to the token endpoint as a form. */
  readonly body?: unknown;
  /** Sent as it is instead of `body`, with this media type. */
  readonly rawBody?: { readonly mediaType: string; readonly text: string };
  /** The header Authorization; null for none. Default: the run's access token, where the operation asks for one. */
  readonly authorization?: string | null;
  /** Another method than the operation's. */
  readonly method?: 'GET' | 'POST';
  /** A path relative to `{base_url}` that is no operation's. */
  readonly otherPath?: string;
  /**
   * Whether the same request is sent once for all checks that ask for it. Default: for GET, where the answer is the same in
   * any case; not for others.
   */
  readonly isShared?: boolean;
}

export interface Exchange {
  readonly operation: OperationId;
  readonly call: CallOptions;
  /** For people, without anything of a person: `GET /institutions/me/users?limit=0`. */
  readonly request: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** What the text is as JSON, whatever its media type; undefined where it is none. */
  readonly body: unknown;
}

/** Parameters whose values tell nothing of a person. */
const PLAIN = ['offset', 'limit', 'orderBy', 'orderType', 'status', 'reqStatus', 'kycStatus'];

/** A request for people: path parameters by name, and of the query the values that tell nothing of a person. */
export function describeCall(method: string, path: string, { query = {} }: CallOptions): string {
  const fields = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}=${PLAIN.includes(name) ? value : '...'}`),
  );
  return `${method} ${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}`;
}

/** `GET /institutions/me/users?limit=0 answered 200`. */
export function describeExchange({ request, status }: Pick<Exchange, 'request' | 'status'>): string {
  return `${request} answered ${status}`;
}

/** Without parameters, in lower case; empty where there is none. */
export function mediaTypeOf({ headers }: Pick<Exchange, 'headers'>): string {
  return headers['content-type']?.split(';')[0]!.trim().toLowerCase() ?? '';
}

/** Whether the answer is a success. */
export function isSuccess({ status }: Pick<Exchange, 'status'>): boolean {
  return status >= 200 && status <= 299;
}
