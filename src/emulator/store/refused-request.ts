/** A request that was refused, because the store cannot be read or written. */
export interface RefusedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly operation: { readonly id: string; readonly path: string } | undefined;
  /** A reading of `performance.now()`. */
  readonly received: number;
  readonly status: number;
  /** What is wrong with the store. */
  readonly diagnostic: string;
}
