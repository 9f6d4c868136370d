/** A point of the contract on which the service may well do otherwise, and what else it may do. */

/** What `x-fidelity` says of it, beside the note that says what the contract does; the other notes that belong to it give its name alone. */
export interface VariantNote {
  /** In kebab-case: `error-body`. */
  readonly point: string;
  /** What the contract itself says is called. */
  readonly default?: string;
  /** Whose code depends on it. */
  readonly breaks?: string;
  /** What else may be, by name, each in a sentence. */
  readonly others?: Readonly<Record<string, string>>;
}

export interface VariantPoint extends Required<Omit<VariantNote, 'others'>> {
  /** What the contract itself says, in a sentence. */
  readonly note: string;
  /** The IDs of the points of fidelity that it is about. */
  readonly about: readonly string[];
  /** The IDs of the operations that it belongs to, in the document's order. */
  readonly operations: readonly string[];
  /** At least one. */
  readonly others: readonly Alternative[];
}

/** One thing that the service may do instead. */
export interface Alternative {
  /** In kebab-case, or a number: `problem`, `404`. */
  readonly name: string;
  readonly note: string;
}

/** Which alternative is taken, by point; of those that are left out, what the contract says. */
export type VariantChoices = Readonly<Record<string, string>>;

/** The contract as it is. */
export const NO_VARIANTS: VariantChoices = {};

/** JSON merge patches (RFC 7396) of the contract, by point and alternative; those that change nothing are left out. */
export type VariantChanges = Readonly<Record<string, Readonly<Record<string, object>>>>;
