/** Thrown if a store cannot be opened, read or written. The message names the store and says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
