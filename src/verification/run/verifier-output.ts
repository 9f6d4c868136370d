/** Reads what the Pact verifier has found, which it tells as JSON. */

import type { InteractionFailure } from '../report/verification-report.js';

interface VerifierOutput {
  readonly errors?: readonly VerifierFinding[];
  readonly pendingErrors?: readonly VerifierFinding[];
  readonly interactionResults?: readonly { readonly interactionId?: string; readonly result: string }[];
}

interface VerifierFinding {
  readonly interaction: string;
  readonly mismatch: {
    readonly interactionId?: string;
    readonly message?: string;
    readonly mismatches?: readonly Mismatch[];
  };
}

interface Mismatch {
  readonly type: string;
  readonly mismatch?: string;
  readonly path?: string;
  readonly key?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** By the IDs of the trials that the verifier has judged; those that passed have no failure. */
export function readVerifierOutput(text: string): ReadonlyMap<string, readonly InteractionFailure[]> {
  const { errors = [], pendingErrors = [], interactionResults = [] } = JSON.parse(text) as VerifierOutput;
  const failures = new Map<string, InteractionFailure[]>();
  for (const { interactionId } of interactionResults) if (interactionId !== undefined) failures.set(interactionId, []);
  for (const { mismatch } of [...errors, ...pendingErrors]) {
    const { interactionId, message, mismatches = [] } = mismatch;
    const found =
      mismatches.length > 0
        ? mismatches.map(failureOf)
        : [{ kind: 'verifier', message: message ?? 'the verifier does not say why' } as const];
    if (interactionId !== undefined) failures.set(interactionId, found);
  }
  // Somebody has to have failed where the verifier counts it, even if it does not say who.
  for (const { interactionId, result } of interactionResults) {
    if (interactionId !== undefined && result !== 'OK' && failures.get(interactionId)!.length === 0) {
      failures.set(interactionId, [{ kind: 'verifier', message: `the verifier says "${result}", and not why` }]);
    }
  }
  return failures;
}

function failureOf({ type, mismatch, path, key, expected, actual }: Mismatch): InteractionFailure {
  return {
    kind: 'answer',
    message: mismatch ?? type,
    where: placeOf(type, path ?? key),
    ...(expected !== undefined && { expected: textOf(expected) }),
    ...(actual !== undefined && { actual: textOf(actual) }),
  };
}

function placeOf(type: string, detail: string | undefined): string {
  switch (type) {
    case 'StatusMismatch':
      return 'status';
    case 'HeaderMismatch':
      return `header ${detail ?? ''}`.trimEnd();
    default:
      return `body ${detail ?? ''}`.trimEnd();
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
