/** The public names of `id-emulator`. */

export { createEmulatorApp, startEmulator, type Emulator, type EmulatorHooks } from './emulator.js';
export { OptionsError, type EmulatorOptions } from './options.js';
export { DocumentError, type Mistake } from './documents/document-error.js';
export { SigningKeyError } from './domain/signing-key.js';
