/** What the body of a failure says. Its shape is not specified, so the usual ones are understood. */

import { beginningOf } from './beginning-of.js';

export interface FailureDescription {
  readonly code: string | undefined;
  /** A sentence, or the beginning of the body. */
  readonly text: string;
  readonly details: unknown;
}

export function describeFailure(body: string): FailureDescription {
  const content = objectIn(body);
  // `{ error: { code, message } }` as well as `{ error: 'code', message }`.
  const error =
    typeof content['error'] === 'object' && content['error'] !== null
      ? (content['error'] as Record<string, unknown>)
      : content;
  return {
    code: firstText(content['error'], error['code'], content['code']),
    text:
      firstText(error['message'], content['error_description'], content['detail'], content['title']) ??
      (beginningOf(body) || 'the body is empty'),
    details: error['details'] ?? content['errors'],
  };
}

function objectIn(body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}
