/** Thrown where the service is not to be found at the address that was given. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}
