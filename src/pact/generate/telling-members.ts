/**
 * Members whose value is what an exchange is about. Other values of an enumeration are as good as the one that was seen,
 * but a revoked credential is another case than an active one.
 */

import type { OperationId } from '../../contract/operation.js';
import { isObject } from '../../contract/json.js';
import type { WrittenMatcher } from '../pact-json.js';
import { oneOf } from './scalar-rules.js';

/** Values that are the same case; each of the others is one of its own. */
const ALIKE: Readonly<Record<string, readonly string[]>> = { status: ['strong', 'moderate', 'weak'] };

/** A case: which values it stands for. */
export type Case = ReadonlyMap<string, readonly string[]>;

/** The case of an answer, by member at its top. */
export function caseOf(operation: OperationId, status: number, body: unknown): Case {
  if (!isObject(body)) return new Map();
  const names = status >= 400 ? ['error'] : operation === 'checkVerificationStatus' ? ['status'] : [];
  return new Map(
    names.flatMap((name): [string, readonly string[]][] => {
      const value = body[name];
      if (typeof value !== 'string') return [];
      const alike = ALIKE[name] ?? [];
      return [[name, alike.includes(value) ? alike : [value]]];
    }),
  );
}

/** The matchers of a case. */
export function tellingMatchers(known: Case): ReadonlyMap<string, WrittenMatcher> {
  return new Map([...known].map(([name, values]) => [name, oneOf(values)]));
}
