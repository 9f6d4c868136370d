/** What a check has found. Findings are printed and kept: nothing in them tells a secret or anything of a person. */

export type Finding =
  | {
      /** Whether the service does as the contract says. */
      readonly kind: 'holds';
      /** What was observed, in words that are the same wherever the same is seen. */
      readonly seen: readonly string[];
    }
  | {
      readonly kind: 'differs';
      readonly seen: readonly string[];
      /** What was expected, and what came. */ readonly why: string;
    }
  | { readonly kind: 'unseen'; /** Why nothing can be said, and how to change that. */ readonly why: string };

/** Thrown by a check that cannot read an answer: the check of the point that the answer breaks tells more. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

/** Thrown by a check that finds nothing to look at. */
export class NothingToCheck extends Error {
  override readonly name = 'NothingToCheck';
}

/** It is so. */
export function holds(...seen: readonly string[]): Finding {
  return { kind: 'holds', seen };
}

/** It is not so. */
export function differs(why: string, ...seen: readonly string[]): Finding {
  return { kind: 'differs', seen, why };
}

/** It could not be seen. */
export function unseen(why: string): Finding {
  return { kind: 'unseen', why };
}

/** It is so where `isSo`; `seen` was observed either way. */
export function found(isSo: boolean, why: string, ...seen: readonly string[]): Finding {
  return isSo ? holds(...seen) : differs(why, ...seen);
}

/** It is so where nothing speaks against it. */
export function foundNothingWrong(wrong: readonly string[], ...seen: readonly string[]): Finding {
  const MOST_TOLD = 5;
  const told = wrong.slice(0, MOST_TOLD);
  if (wrong.length > told.length) told.push(`and ${wrong.length - told.length} more`);
  return found(wrong.length === 0, told.join('; '), ...seen);
}
