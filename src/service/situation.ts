/** That an answer is what the contract says at a point with variants: where one is chosen, something else takes its place. */
export interface Situation {
  /** The point's name. */
  readonly point: string;
  /** The ID of the party that was asked for, where the point is about one. */
  readonly subject?: string;
}
