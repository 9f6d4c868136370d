/** Callbacks of an emulator. */

import { inspect } from 'node:util';
import type { SandboxControl } from './control/methods/sandbox-control.js';
import type { ExchangeOutline } from './journal/exchange.js';
import { harmlessText } from '../common/reporting/harmless-text.js';

/** Callbacks of {@link startEmulator} and {@link createEmulatorApp}. */
export interface EmulatorHooks {
  /** Called with each error that is the emulator's own fault. Default: writes it to standard error. */
  readonly onInternalError?: (error: Error) => void;
  /** Called with each exchange, without secrets, when the exchange is over. Default: does nothing. */
  readonly onExchange?: (exchange: ExchangeOutline, sandbox: SandboxControl) => void;
  /** Called with each warning for the person who runs the emulator. Default: writes it to standard error. */
  readonly onWarning?: (message: string) => void;
}

/** The default of `onWarning`. */
export function printWarning(message: string): void {
  console.error(harmlessText(`id-emulator: ${message}`));
}

/** The default of `onInternalError`. */
export function printError(error: Error): void {
  console.error(harmlessText(inspect(error)));
}
