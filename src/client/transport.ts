/** How a request gets to the service: the small part of HTTP that the library needs, whatever does it. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** As far as it came. */
  readonly text: string;
  /** Why the body broke off; absent where it came whole. */
  readonly cut?: unknown;
}

/** Sends the request once; rejects where no answer comes. */
export type Transport = (request: HttpRequest) => Promise<Answer>;
