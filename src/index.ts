/** The public names of `id-emulator`. */

export { startEmulator, type Emulator, type RedisUrl, type SharedEmulator } from './start/emulator.js';
export type { ListeningEmulator } from './start/emulator-server.js';
export type { RefusalCounts } from './emulator/refused-connections.js';
export { createEmulatorApp, type EmulatorApp } from './start/mounted-app.js';
export { OptionsError } from './emulator/complete-options.js';
export type { EmulatorOptions, SandboxOptions } from './emulator/options.js';
export type { EmulatorHooks } from './emulator/emulator-hooks.js';
export type { SandboxControl } from './emulator/control/methods/sandbox-control.js';
export type { HeldCall, Hold } from './emulator/control/methods/holds/hold.js';
export type { HoldFailure, HoldOptions } from './emulator/control/methods/holds/hold-control.js';
export { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from './remote/remote-sandbox.js';
export type { EmulatorAddress } from './remote/control-plane-client.js';
export { RemoteEmulatorError } from './remote/remote-emulator-error.js';
export type { ExchangeGuess, ExplainedExchange, MintedLink } from './emulator/control/documents.js';
export type { MintedToken, SandboxFidelity } from './emulator/control/documents.js';
export { Problem } from './emulator/control/problem.js';
export type { Exchange, ExchangeOutline } from './emulator/journal/exchange.js';
export type { PactDocument } from './emulator/control/pact-document.js';
export { DocumentError, type Mistake } from './contract/documents/read-document.js';
export { variants, type Variant } from './start/shipped.js';
export type { ScenarioName, ShippedScenarios } from './emulator/scenarios/shipped-scenarios.js';
export type { OperationId } from './contract/operation.js';
export type { RuleId } from './emulator/judge/rule.js';
export { SigningKeyError } from './emulator/domain/tokens/signing-key.js';
export { describeFailure } from './testing/describe-failure.js';
