/** Thrown where an exchange has no place in a pact; the message says why, in a sentence. */
export class LeftOutError extends Error {
  override readonly name = 'LeftOutError';
}
