/** What the institution sees of one party: parts of the service's responses, in their format. */

/** A party in the responses of the service. */
export interface SeenParty {
  /** The party's rows of the users list. */
  readonly users: readonly object[];
  /** The disclosed credentials. */
  readonly credentials: readonly object[];
  /** The party's score; null if the service responds with 404. */
  readonly humanScore: object | null;
  /** The reason for each part of the score. Empty without a score. */
  readonly scoreReasons: readonly object[];
  /** What a verification link of each disclosed credential shows. */
  readonly links: readonly object[];
}
