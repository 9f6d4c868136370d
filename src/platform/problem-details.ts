/** Problem details (RFC 9457): how the emulator tells of what is wrong with a request to itself, never to the service. */

export const PROBLEM_TYPE = 'application/problem+json';

/** The body of a problem; `more` are its extension members. */
export function problemDetails(
  status: number,
  title: string,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
): object {
  return { type: 'about:blank', title, status, detail, ...more };
}
