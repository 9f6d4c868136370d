/** Thrown if an emulator cannot be reached, refuses the control token, or is not an emulator. */
export class RemoteEmulatorError extends Error {
  override readonly name = 'RemoteEmulatorError';
}
