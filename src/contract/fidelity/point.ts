/** A point of fidelity: one thing that the contract says, and what it rests on. */

/** What a point can rest on, from strongest to weakest. */
export const BASES = ['specified', 'public-client', 'recorded', 'inferred', 'chosen'] as const;

/**
 * `specified`: the specification states it. `public-client`: the service's public client and its documentation show it.
 * `recorded`: seen at the real service. `inferred`: follows from one of those. `chosen`: nobody outside the service knows.
 */
export type Basis = (typeof BASES)[number];

/** A note as `x-fidelity` has it in the document. */
export interface FidelityNote {
  readonly basis: Basis;
  /** Of the specification; beside a weaker basis, the section that names the thing without saying this of it. */
  readonly section?: string;
  /** For people. */
  readonly note?: string;
  /** The aspect that the note speaks of, in kebab-case; absent where it speaks of the whole. */
  readonly about?: string;
  /** The only answers that rest on it; absent for all that have to do with the place. */
  readonly when?: Occasion;
  /** What the service may as well do instead. */
  readonly variants?: VariantNote;
}

/**
 * The variants of a point. One note describes them; the other notes that vary with it have `point` alone.
 */
export interface VariantNote {
  /** In kebab-case: `error-body`. */
  readonly point: string;
  /** The name of what the contract itself says. */
  readonly default?: string;
  /** Which consumers depend on it. */
  readonly breaks?: string;
  /** The other ways in which the service may behave: a sentence for each, by name. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Which answers rest on a point. All that is said has to hold. */
export interface Occasion {
  /** The answer's status. */
  readonly status?: number;
  /** The list in the answer is empty. */
  readonly answer?: 'empty';
  /** What is peculiar about the request. */
  readonly request?: Peculiarity;
  /** What the member, header or parameter holds. */
  readonly value?: unknown;
}

/**
 * `unknown-operation`: a path or a method that the contract does not have. `unknown-parameter`: a query parameter that it
 * does not have; `unknown-member`: the same of the body. `repeated-parameter`: one that takes a single value is given twice.
 * `with-body`: there is a body. `repeated-item`: a list in it holds the same twice. `other-media-type`: it is not of the type
 * that the operation takes.
 */
export type Peculiarity =
  | 'unknown-operation'
  | 'unknown-parameter'
  | 'unknown-member'
  | 'repeated-parameter'
  | 'with-body'
  | 'repeated-item'
  | 'other-media-type';

/** One point of the contract. */
export interface FidelityPoint extends FidelityNote {
  /** Made from names in the contract: `getUsers.orderBy:default`, `Credential.freshness`. Stays while those do. */
  readonly id: string;
  /** What it is, for people: `getUsers: query parameter orderBy, default`. */
  readonly subject: string;
  /** The IDs of the operations that it belongs to, in the document's order. */
  readonly operations: readonly string[];
  /** JSON pointer (RFC 6901) to the place in the document that bears the note. */
  readonly where: string;
}

/** Whether nobody has shown that the service does it so. */
export function isGuess({ basis }: Pick<FidelityNote, 'basis'>): boolean {
  return basis === 'inferred' || basis === 'chosen';
}

/** Components that are called otherwise in the contract than on the wire. */
const CALLED_OTHERWISE = /^\/components\/(?!schemas\/)/;
const OPERATION_BEFORE = /^\w+: /;

/**
 * Its note; before it what the point is, where its ID does not say that: `RetryAfter` is the header Retry-After.
 * @param withOperations whether to end with the operations that it belongs to
 */
export function describePoint({ note, subject, where, operations }: FidelityPoint, withOperations = false): string {
  const name = CALLED_OTHERWISE.test(where) ? [subject.replace(OPERATION_BEFORE, '')] : [];
  const words = [...name, ...(note === undefined ? [] : [note])].join(': ');
  return withOperations ? `${words} (${operations.join(', ')})`.trim() : words;
}
