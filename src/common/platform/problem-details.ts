/** Problem details (RFC 9457): the error format of the control plane. The data plane uses the service's own format. */

/** The media type of problem details. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Builds the body of an error response. @param more extension members (RFC 9457 section 3.2) */
export function problemDetails(status: number, title: string, detail: string, more: object = {}): object {
  return { type: 'about:blank', title, status, detail, ...more };
}
