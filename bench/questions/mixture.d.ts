/** What can be asked for. */
export interface Catalogue {
  readonly authorization: string;
  readonly partyIds: readonly string[];
  readonly handles: readonly string[];
  readonly contractIds: readonly string[];
  readonly linkTokens: readonly string[];
  readonly lengths: readonly number[];
}

/** Of a hundred questions, by kind. */
export declare const SHARES: Readonly<Record<string, number>>;

/** Draws questions. */
export declare class Mixture {
  constructor(catalogue: Catalogue, options: { readonly seed: number; readonly kind?: string | undefined });
  next(): { readonly kind: string; readonly method: string; readonly path: string };
}
