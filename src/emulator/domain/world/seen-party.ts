/** What the institution sees of one party: parts of the service's responses, in their format. */

export interface SeenParty {
  /** Its rows of the users list. */
  readonly users: readonly object[];
  /** What it has disclosed. */
  readonly credentials: readonly object[];
  /** Its score; null if the service responds with 404. */
  readonly humanScore: object | null;
  /** How each part of the score comes about. Empty if it has none. */
  readonly scoreReasons: readonly object[];
  /** What a verification link of each disclosed credential shows. */
  readonly links: readonly object[];
}
