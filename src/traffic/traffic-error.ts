/** Why recordings cannot be read. The message names a file by its number alone. */
export class TrafficError extends Error {
  override readonly name = 'TrafficError';
}
