/** The statuses that an interaction expects, and which part of the request an error status blames. */

import statusClassBounds from './status-classes.json' with { type: 'json' };
import type { PactResponse } from './pact-file.js';

/**
 * Statuses that blame the request itself (RFC 9110 section 15.5): the service refuses such a request whatever its state
 * is.
 */
const FAULTS_OF_REQUEST: readonly number[] = [400, 405, 411, 413, 414, 415, 422];

/**
 * What a status blames; undefined if nothing in the request explains the status.
 * @param status of the response. If the consumer expects a class of statuses, pass the example in the pact, because it
 * says what the consumer tests
 */
export function blamedBy(status: number): 'request' | 'credentials' | undefined {
  if (FAULTS_OF_REQUEST.includes(status)) return 'request';
  // Both statuses are about the credentials alone: the rest of the request may be right.
  return status === 401 || status === 403 ? 'credentials' : undefined;
}

/** Whether a status satisfies the expectation. */
export function expectsStatus(response: PactResponse, status: number): boolean {
  const wanted = statusClasses(response);
  // Without a matcher, the example itself is expected.
  if (wanted.length === 0) return status === response.status;

  return wanted.every((one) => {
    // A matcher has the name of a class, or a list of statuses.
    if (Array.isArray(one)) return one.includes(status);

    // No status is in an unknown class.
    const [from = 0, to = 0] = STATUS_CLASSES.get(String(one)) ?? [];
    return status >= from && status < to;
  });
}

/**
 * The classes of statuses (such as `success`) and the lists of statuses that matchers of Pact version 4 expect instead
 * of the example.
 */
export function statusClasses({ matchingRules }: PactResponse): readonly unknown[] {
  const { matchers = [] } = matchingRules?.status ?? {};
  return matchers.flatMap(({ match, status }) => (match === 'statusCode' ? [status] : []));
}

/** The first status of each class, and the first after it (Pact version 4, "Status code"). */
const STATUS_CLASSES: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(statusClassBounds));
