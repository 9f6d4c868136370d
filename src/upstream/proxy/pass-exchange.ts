/** The steps of an exchange through the proxy. */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { checkRequest, responseViolations } from './contract-checker.js';
import { endToEndHeaders } from '../../common/platform/end-to-end-headers.js';
import type { ClientResponse, ProxiedResponse, ProxiedRequest } from './message.js';
import type { ProxyViolation } from './proxied-exchange.js';
import { Problem } from '../../emulator/control/problem.js';
import type { PrismOpinion } from './prism-opinion.js';
import { failureResponse } from './proxy-errors.js';
import type { CompleteProxyOptions } from './proxy-options.js';
import { forward, type Upstream } from './upstream.js';

/** What passing an exchange needs. */
export interface PassDependencies {
  readonly contract: Contract;
  /** Undefined without the option `prism`. */
  readonly prism: PrismOpinion | undefined;
  readonly upstream: Upstream;
  readonly options: Pick<CompleteProxyOptions, 'errors' | 'maxBody' | 'timeout'>;
}

/** The response to the client, and what was found on the way. */
export interface PassedExchange extends ClientResponse {
  /** Undefined if the contract has none for it. */
  readonly operation: Operation | undefined;
  readonly violations: readonly ProxyViolation[];
  readonly notes: readonly string[];
  /** The response of the service. Absent if there was none. */
  readonly response?: ProxiedResponse;
}

/** Headers that the proxy sets itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'emulator-exchange']);

/** Validates the request, forwards it, and validates the response. It does not throw if client or service fails. */
export async function passExchange(
  { contract, prism, upstream, options }: PassDependencies,
  request: ProxiedRequest,
  gone: AbortSignal,
): Promise<PassedExchange> {
  const found = checkRequest(contract, request);
  const { operation } = found;
  const violations: ProxyViolation[] = [];
  const notes: string[] = [];
  const failIfInvalid = (status: number, title: string, detail: string): void => {
    if (options.errors && violations.length > 0)
      throw new Problem(status, title, detail, { members: { validation: violations } });
  };
  let response: ProxiedResponse | undefined;
  try {
    const destination = upstream.destination(request.target);
    if (destination === undefined)
      throw new Problem(404, 'Not the service', 'Only requests to /oauth/token and under /api/v1 are passed on.');

    violations.push(...found.violations);
    if (operation !== undefined) notes.push(...(prism?.request({ operation, message: request, violations }) ?? []));
    failIfInvalid(422, 'Request not valid', 'The request violates the contract and was not passed on.');
    response = await forward(upstream, destination, request, { ...options, gone });
    const { status } = response;
    // The credentials must not reach another address without the client's knowledge.
    if (status >= 300 && status < 400 && status !== 304)
      notes.push(`The service redirects (${status}); the redirect was passed on and not followed.`);
    // A response to HEAD is not validated: the contract describes no response without its body.
    if (operation !== undefined && request.method !== 'HEAD') {
      const broken = responseViolations(contract, operation, response);
      violations.push(...broken);
      notes.push(...(prism?.response({ operation, message: response, violations: broken }) ?? []));
    }

    failIfInvalid(
      502,
      'Response not valid',
      `The service responded with ${status}, and the response violates the contract.`,
    );
    const rawHeaders = endToEndHeaders(response.rawHeaders, OWN_HEADERS);

    return { status, rawHeaders, body: response.body, operation, violations, notes, response };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;

    notes.push(error.message);
    return { ...failureResponse(error), operation, violations, notes, ...(response !== undefined && { response }) };
  }
}
