/** Thrown where a command was not called as it has to be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
