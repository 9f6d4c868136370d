/** What a scenario decides: a plain value. How it is performed is the business of `http/faults`. */

/** Answers instead of the operation. */
export interface AnswerFault {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error: string;
  readonly message: string;
}

/** Treats the presented access token as if it were no good. */
export interface TokenFault {
  readonly kind: 'token';
  readonly as: 'expired';
}

/** Fails items of a batch: the given positions and contract IDs, or a share of all. */
export interface BatchItemsFault {
  readonly kind: 'batch-items';
  readonly indexes?: readonly number[];
  readonly contracts?: readonly string[];
  readonly share?: number;
  readonly message: string;
}

export type Fault = AnswerFault | TokenFault | BatchItemsFault;
