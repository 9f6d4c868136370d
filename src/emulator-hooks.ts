/** Where the emulator's own failures go. */
export interface EmulatorHooks {
  /** Told of every answer that is the emulator's own fault. Default: written to standard error. */
  readonly onInternalError?: (error: Error) => void;
}
