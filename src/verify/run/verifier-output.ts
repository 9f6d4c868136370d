/** Parses the JSON that the Pact verifier returns. */

import type { InteractionFailure } from '../report/verification-report.js';

interface VerifierOutput {
  readonly errors?: readonly ReportedError[];
  readonly pendingErrors?: readonly ReportedError[];
  readonly interactionResults?: readonly { readonly interactionId?: string; readonly result: string }[];
}

interface ReportedError {
  readonly interaction: string;
  readonly mismatch: {
    readonly interactionId?: string;
    readonly message?: string;
    readonly mismatches?: readonly ReportedMismatch[];
  };
}

interface ReportedMismatch {
  readonly type: string;
  readonly mismatch?: string;
  readonly path?: string;
  readonly key?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/**
 * The failures of each interaction that the verifier has a result for, by interaction ID, which is a run ID. An
 * interaction that passed has none.
 */
export function parseVerifierOutput(text: string): ReadonlyMap<string, readonly InteractionFailure[]> {
  const { errors = [], pendingErrors = [], interactionResults = [] } = JSON.parse(text) as VerifierOutput;
  const failures = new Map<string, InteractionFailure[]>();
  for (const { mismatch } of [...errors, ...pendingErrors]) {
    if (mismatch.interactionId !== undefined) failures.set(mismatch.interactionId, failuresOf(mismatch));
  }
  for (const { interactionId, result } of interactionResults) {
    if (interactionId !== undefined && !failures.has(interactionId))
      failures.set(interactionId, result === 'OK' ? [] : [failureWithoutReason(result)]);
  }
  return failures;
}

function failuresOf({ message, mismatches = [] }: ReportedError['mismatch']): InteractionFailure[] {
  if (mismatches.length > 0) return mismatches.map(responseFailure).toSorted(byPlace);
  return [{ kind: 'verifier', message: message ?? 'the Pact verifier reports a failure without a reason' }];
}

/** The verifier reports mismatches in another order each time. The status, which explains the others, comes first. */
function byPlace(one: InteractionFailure, other: InteractionFailure): number {
  const keyOf = ({ where = '', message }: InteractionFailure): string =>
    `${where === 'status' ? '' : where}\n${message}`;
  const [a, b] = [keyOf(one), keyOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function failureWithoutReason(result: string): InteractionFailure {
  return { kind: 'verifier', message: `the Pact verifier reports the result "${result}" without a reason` };
}

function responseFailure({ type, mismatch, path, key, expected, actual }: ReportedMismatch): InteractionFailure {
  return {
    kind: 'answer',
    message: mismatch ?? type,
    where: placeOf(type, path ?? key),
    ...(expected !== undefined && { expected: textOf(expected) }),
    ...(actual !== undefined && { actual: textOf(actual) }),
  };
}

function placeOf(type: string, detail = ''): string {
  switch (type) {
    case 'StatusMismatch':
      return 'status';
    case 'HeaderMismatch':
      return `header ${detail}`.trimEnd();
    default:
      return `body ${detail}`.trimEnd();
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
