/** Thrown if the command cannot be audited; the message says why. */
export class NoBaseline extends Error {
  override readonly name = 'NoBaseline';
}
