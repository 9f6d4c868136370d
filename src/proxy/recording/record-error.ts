/** Thrown where a recording cannot be written to the folder that was given. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}
