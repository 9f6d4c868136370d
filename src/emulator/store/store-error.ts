/** Thrown if a store cannot be opened, read or written. The message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
