/** The steps of an exchange through the proxy: validate the request, forward it, validate the response. */

import type { IncomingMessage } from 'node:http';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { sentence } from '../sentence.js';
import { checkRequest, responseViolations } from './contract-checker.js';
import { type ClientResponse, failureResponse, type ProxiedResponse, type ProxiedRequest } from './message.js';
import type { ProxyViolation } from './proxied-exchange.js';
import { Problem } from '../../emulator/control/problem.js';
import type { PrismOpinion } from './prism-opinion.js';
import type { CompleteProxyOptions } from './proxy-options.js';
import type { Upstream } from './upstream.js';

/** What passing an exchange needs. */
export interface PassDependencies {
  readonly contract: Contract;
  /** The opinion of the validator Prism; undefined without the option `prism`. */
  readonly prism: PrismOpinion | undefined;
  readonly upstream: Upstream;
  readonly options: Pick<CompleteProxyOptions, 'errors' | 'maxBody' | 'timeout'>;
}

/** What was found in an exchange so far. */
export interface Findings {
  /** The operation of the request; undefined if the contract has none. */
  readonly operation: Operation | undefined;
  readonly violations: readonly ProxyViolation[];
  readonly notes: readonly string[];
}

/** The response to the client, and what was found on the way. */
export interface PassedExchange extends ClientResponse, Findings {
  /** The response of the service. Undefined if there was none. */
  readonly response: ProxiedResponse | undefined;
}

/** The client, while it waits for a response. */
export interface WaitingClient {
  /** Aborted when the client has closed its connection. */
  readonly gone: AbortSignal;
  /** Passes on the head of the response now, and its body as it comes. */
  readonly passOn: (head: IncomingMessage, found: Findings) => void;
}

/**
 * Validates the request, forwards it, and validates the response. A failure of the client or of the service is returned
 * as a response, not thrown. Normally the client receives the response while it comes (`passOn`). With the option
 * `errors`, it has to wait for the end, because a response with a violation is withheld.
 */
export async function passExchange(
  { contract, prism, upstream, options }: PassDependencies,
  request: ProxiedRequest,
  { gone, passOn }: WaitingClient,
): Promise<PassedExchange> {
  const { operation, violations: requestFindings } = checkRequest(contract, request);
  // Both lists grow from step to step. So `found` always has what was found until then, for `passOn` and on a failure.
  const violations: ProxyViolation[] = [];
  const notes: string[] = [];
  const found: Findings = { operation, violations, notes };
  let response: ProxiedResponse | undefined;

  // With the option `errors`, a violation becomes a failure.
  const failIfInvalid = (status: number, title: string, detail: string): void => {
    if (options.errors && violations.length > 0)
      throw new Problem(status, title, detail, { members: { validation: violations } });
  };

  try {
    const destination = upstream.destination(request.target);
    if (destination === undefined) throw new Problem(404, 'Not the service', sentence('not-passed-on', {}));

    // Requests that are not passed on are not validated.
    violations.push(...requestFindings);
    if (operation !== undefined && prism !== undefined)
      notes.push(...prism.request({ operation, message: request, violations }));
    failIfInvalid(422, 'Request not valid', sentence('request-invalid', {}));

    const onHead = (head: IncomingMessage): boolean => {
      const { statusCode: status = 0 } = head;
      const isRedirect = status >= 300 && status < 400 && status !== 304;
      // The client has to follow the redirect itself: its credentials must not reach another address without its
      // knowledge.
      if (isRedirect) notes.push(sentence('redirect-passed-on', { status }));
      if (!options.errors) passOn(head, found);

      return !options.errors;
    };

    response = await upstream.forward(destination, request, { ...options, gone, onHead });
    const { status, rawHeaders, body, leftOut } = response;

    if (leftOut !== undefined) notes.push(sentence(`response-${leftOut}`, {}));
    // A response to HEAD is not validated, because the contract describes no response without its body.
    if (operation !== undefined && request.method !== 'HEAD') {
      const responseFindings = responseViolations(contract, operation, response);
      violations.push(...responseFindings);

      // Prism cannot judge a body that is not there.
      if (leftOut === undefined && prism !== undefined)
        notes.push(...prism.response({ operation, message: response, violations: responseFindings }));
    }

    failIfInvalid(502, 'Response not valid', sentence('response-invalid', { status }));

    return { ...found, status, rawHeaders, body, response };
  } catch (error) {
    // Any other error is a defect of the proxy.
    if (!(error instanceof Problem)) throw error;

    notes.push(error.message);
    return { ...failureResponse(error), ...found, response };
  }
}
