/** Thrown if the command of an audit cannot be started at all. */
export class CommandNotFound extends Error {
  override readonly name = 'CommandNotFound';
}
