/** A point of fidelity: one thing that the contract says, and what it rests on. */

/** What a point can rest on, from strongest to weakest. */
export const BASES = ['specified', 'public-client', 'recorded', 'inferred', 'chosen'] as const;

/**
 * - `specified`: the specification states it.
 * - `public-client`: the service's public client or its documentation shows it.
 * - `recorded`: it was observed at the real service.
 * - `inferred`: it follows from one of those.
 * - `chosen`: nobody outside the service knows.
 */
export type Basis = (typeof BASES)[number];

/** A note: the value of `x-fidelity` in the document. */
export interface FidelityNote {
  readonly basis: Basis;
  /** A section of the specification. With a weaker basis than `specified`, it does not state what the note says. */
  readonly section?: string;
  /** For people. */
  readonly note?: string;
  /** The aspect that the note is about, in kebab-case. Absent if it is about the whole place. */
  readonly about?: string;
  /** The only responses that rest on it. Absent if all responses that involve the place do. */
  readonly when?: Occasion;
  /** Other ways in which the service may behave. */
  readonly variants?: VariantNote;
}

/** The variants of a point. One note describes them; other notes that vary with it have `point` alone. */
export interface VariantNote {
  /** The name by which variants are chosen, in kebab-case: `error-body`. */
  readonly point: string;
  /** The name of what the contract itself says. */
  readonly default?: string;
  /** Which code breaks if the service behaves in another way. */
  readonly breaks?: string;
  /** The other ways in which the service may behave: a sentence for each, by name. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Which responses rest on a point. All conditions have to be true. */
export interface Occasion {
  /** The status of the response. */
  readonly status?: number;
  /** A list in the response is empty. */
  readonly answer?: 'empty';
  /** What is special about the request. */
  readonly request?: Peculiarity;
  /** A header that the request has. */
  readonly requestHeader?: string;
  /** The value of the member, header or parameter. */
  readonly value?: unknown;
}

/**
 * - `unknown-operation`: the contract does not have the path or the method.
 * - `unknown-parameter`: the contract does not have a query parameter of the request.
 * - `unknown-member`: the contract does not have a member of the body.
 * - `repeated-parameter`: a parameter that takes one value is sent twice.
 * - `with-body`: the request has a body.
 * - `without-body`: the operation takes a body, and the request has none.
 * - `surplus-body`: the operation takes no body, and the request has one.
 * - `head`: the method is HEAD.
 * - `malformed-encoding`: the percent-encoding of the query is malformed.
 * - `repeated-item`: a list in the body has an item twice.
 * - `other-media-type`: the body is not of the operation's media type.
 * - `other-charset`: the content type names another charset than UTF-8.
 */
export type Peculiarity =
  | 'unknown-operation'
  | 'unknown-parameter'
  | 'unknown-member'
  | 'repeated-parameter'
  | 'with-body'
  | 'without-body'
  | 'surplus-body'
  | 'head'
  | 'malformed-encoding'
  | 'repeated-item'
  | 'other-media-type'
  | 'other-charset';

/** One point of the contract. */
export interface FidelityPoint extends FidelityNote {
  /** Made from names in the contract: `<operation>.<parameter>:default`, `<Schema>.<member>`. */
  readonly id: string;
  /** What it is, for people: `<operation>: query parameter orderBy, default`. */
  readonly subject: string;
  /** The IDs of the operations that it belongs to, in the document's order. */
  readonly operations: readonly string[];
  /** JSON pointer (RFC 6901) to the place in the document that has the note. */
  readonly where: string;
}

/** Whether the basis is inferred or chosen: nobody has shown that the service behaves like this. */
export function isGuess({ basis }: Pick<FidelityNote, 'basis'>): boolean {
  return basis === 'inferred' || basis === 'chosen';
}

/** Components that have another name in the contract than in messages: `RetryAfter` is the header `Retry-After`. */
const NAMED_COMPONENT = /^\/components\/(?!schemas\/)/;
const LEADING_OPERATION = /^\w+: /;

/**
 * The note of a point, for a list that shows its ID. The subject comes first if the ID does not show it.
 * @param withOperations whether to add the operations that the point belongs to. Default: no.
 */
export function describePoint({ note, subject, where, operations }: FidelityPoint, withOperations = false): string {
  const name = NAMED_COMPONENT.test(where) ? [subject.replace(LEADING_OPERATION, '')] : [];
  const description = [...name, ...(note === undefined ? [] : [note])].join(': ');
  return withOperations ? `${description} (${operations.join(', ')})`.trim() : description;
}
