/** The public names of `id-emulator`. */

export { createEmulatorApp, startEmulator, type Emulator } from './emulator.js';
export type { EmulatorHooks } from './emulator-hooks.js';
export type { MintedLink, MintedToken, SandboxControl } from './control/sandbox-control.js';
export type { SandboxControl } from './control/sandbox-control.js';
export type { PactDocument } from './pact-from-journal/pact-document.js';
