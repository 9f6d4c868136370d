/** Thrown if an emulator cannot be reached, refuses the control token, or is not an emulator. */
export class RemoteEmulatorError extends Error {
  override readonly name = 'RemoteEmulatorError';
}

/** Thrown if the server speaks the other one of http and https. */
export class WrongSchemeError extends RemoteEmulatorError {
  /** @param other the address with the scheme that works */
  constructor(url: string, other: string) {
    const spoken = /^https/i.test(other) ? 'TLS' : 'plain HTTP';
    super(`the server at ${url} speaks ${spoken}; give its address as ${other}`);
  }
}
