/** Thrown where what a pact asks for cannot be: the state is unknown, its parameters are wrong, or it cannot be brought about. */
export class ProviderStateError extends Error {
  override readonly name = 'ProviderStateError';
  /** What the pact says. */
  readonly state: string;
  /** Sentences that may have been meant, the nearest first. */
  readonly nearest: readonly string[];

  constructor(
    state: string,
    message: string,
    { nearest = [], cause }: { readonly nearest?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.state = state;
    this.nearest = nearest;
  }
}
