/** The public names of `id-emulator`. */

export { createEmulatorApp, startEmulator, type Emulator } from './emulator.js';
export type { EmulatorHooks } from './emulator-hooks.js';
export type { MintedLink, MintedToken, SandboxControl } from './control/sandbox-control.js';
export type { SandboxOptions } from './control/sandbox-options.js';
export type { ExchangeGuess, ExplainedExchange, SandboxFidelity } from './control/exchange-guesses.js';
export { Problem } from './control/problem.js';
export { ExportError } from './control/saved-sandboxes.js';
export type { Exchange } from './journal/exchange.js';
export type { PactDocument } from './pact/pact-json.js';
export { OptionsError, type EmulatorOptions } from './options.js';
export { DocumentError, type Mistake } from './documents/read-document.js';
export { variants, type Variant } from './variants.js';
export { SigningKeyError } from './domain/tokens/signing-key.js';
export { describeFailure } from './testing/describe-failure.js';
