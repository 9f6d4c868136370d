/** A point of fidelity: one statement of the contract, and its basis. */

import type { components } from '../control-schemas.js';

/** A point as the control plane shows it. Its members are described in `spec/control.yaml`. */
type ShownPoint = components['schemas']['FidelityPoint'];

/**
 * - `specified`: the specification states it.
 * - `public-client`: the service's public client or its documentation shows it.
 * - `recorded`: it was observed at the real service.
 * - `inferred`: it follows from a statement with one of the bases above.
 * - `chosen`: nobody outside the service knows.
 */
export type Basis = ShownPoint['basis'];

/** The possible bases of a point, from strongest to weakest. */
export const BASES = ['specified', 'public-client', 'recorded', 'inferred', 'chosen'] as const satisfies Basis[];

/** A note: the value of `x-fidelity` in the document. */
export type FidelityNote = Pick<ShownPoint, 'basis' | 'section' | 'note' | 'about' | 'when' | 'variants'>;

/**
 * The variants of a point: what the service may do in place of what the contract says. One note describes them. The
 * notes of other points that vary together with it have only the member `point`, with its name.
 */
export type VariantNote = NonNullable<ShownPoint['variants']>;

/** A special property of the request of an exchange. */
export type Peculiarity = NonNullable<NonNullable<ShownPoint['when']>['request']>;

/** One point of the contract. */
export interface FidelityPoint extends Omit<ShownPoint, 'operations'> {
  /** The IDs of the operations that it belongs to, in the document's order. */
  readonly operations: readonly string[];
}

/** Whether the basis is inferred or chosen, so that nothing shows that the service behaves like this. */
export function isGuess({ basis }: Pick<FidelityNote, 'basis'>): boolean {
  return basis === 'inferred' || basis === 'chosen';
}

/** Components that have another name in the contract than in messages: `RetryAfter` is the header `Retry-After`. */
const NAMED_COMPONENT = /^\/components\/(?!schemas\/)/;
const LEADING_OPERATION = /^\w+: /;

/**
 * The note of a point, for a list that also shows the ID of the point. The subject of the point comes first, if the ID
 * does not name it.
 * @param withOperations whether to add the operations that the point belongs to. Default: no.
 */
export function describePoint({ note, subject, where, operations }: FidelityPoint, withOperations = false): string {
  const name = NAMED_COMPONENT.test(where) ? subject.replace(LEADING_OPERATION, '') : undefined;
  const description = [name, note].filter((part) => part !== undefined).join(': ');
  return withOperations ? `${description} (${operations.join(', ')})`.trim() : description;
}
