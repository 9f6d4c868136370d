/** An exchange's way through the proxy, on one screen. */

import type { ContractChecker, FoundOperation } from './contract-checker.js';
import { endToEndHeaders } from '../../common/platform/end-to-end-headers.js';
import type { ProxiedResponse, ProxiedRequest } from './message.js';
import type { ProxyViolation } from './proxied-exchange.js';
import { failureResponse, ProxyFailure } from './proxy-errors.js';
import { forward, type ForwardLimits, type Upstream } from './upstream.js';

/** What passing an exchange needs. */
export interface PassDependencies {
  readonly checker: ContractChecker;
  readonly upstream: Upstream;
  readonly limits: ForwardLimits;
  /** Whether a violation fails the exchange. */
  readonly errors: boolean;
}

/** The response to the client, and what was found on the way. */
export interface PassedExchange {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly found: FoundOperation;
  readonly violations: readonly ProxyViolation[];
  readonly notes: readonly string[];
  /** The response of the service. Absent if there was none. */
  readonly response?: ProxiedResponse;
}

/** Headers that the proxy sets itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'emulator-exchange']);

/** Validates the request, forwards it, and validates the response. It does not throw if client or service fails. */
export async function passExchange(
  dependencies: PassDependencies,
  request: ProxiedRequest,
  gone: AbortSignal,
): Promise<PassedExchange> {
  const { checker, upstream, limits, errors } = dependencies;
  const found = checker.find(request);
  const violations: ProxyViolation[] = [];
  const notes: string[] = [];
  let response: ProxiedResponse | undefined;
  try {
    const destination = upstream.destination(request.target);
    if (destination === undefined)
      throw new ProxyFailure(404, 'Not the service', 'Only requests to /oauth/token and under /api/v1 are passed on.');
    violations.push(...(found.operation === undefined ? [found.violation] : checker.request(found.operation, request)));
    if (errors && violations.length > 0)
      throw refusal(422, 'Request not valid', 'The request violates the contract and was not passed on.', violations);
    response = await forward(upstream, destination, request, { ...limits, gone });
    notes.push(...redirectNote(response));
    if (found.operation !== undefined) violations.push(...checker.response(found.operation, response));
    if (errors && violations.length > 0)
      throw refusal(
        502,
        'Response not valid',
        `The service responded with ${response.status}, and the response violates the contract.`,
        violations,
      );
    return {
      status: response.status,
      rawHeaders: endToEndHeaders(response.rawHeaders, OWN_HEADERS),
      body: response.body,
      found,
      violations,
      notes,
      response,
    };
  } catch (error) {
    if (!(error instanceof ProxyFailure)) throw error;
    return {
      ...failureResponse(error),
      found,
      violations,
      notes: [...notes, error.message],
      ...(response !== undefined && { response }),
    };
  }
}

function refusal(status: number, title: string, detail: string, validation: readonly ProxyViolation[]): ProxyFailure {
  return new ProxyFailure(status, title, detail, { more: { validation } });
}

/** Redirects are not followed: the credentials must not reach another address without the client's knowledge. */
function redirectNote({ status }: ProxiedResponse): string[] {
  return status >= 300 && status < 400 && status !== 304
    ? [`The service redirects (${status}); the redirect was passed on and not followed.`]
    : [];
}
