/** The public names of `id-emulator`. */

export { startEmulator, type Emulator, type SharedEmulator } from './emulator.js';
export type { CloseOptions, ListeningEmulator } from './emulator-server.js';
export { createEmulatorApp, type EmulatorApp } from './mounted-app.js';
export type { RedisUrl } from './shared-emulator.js';
export { OptionsError, type EmulatorOptions, type SandboxOptions } from './options.js';
export type { EmulatorHooks } from './emulator-hooks.js';
export type { MintedToken, SandboxControl } from './control/sandbox-control.js';
export { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from './control/client/remote-sandbox.js';
export type { EmulatorAddress } from './control/client/control-plane-client.js';
export { RemoteEmulatorError } from './control/client/remote-emulator-error.js';
export type { MintedLink } from './control/world/verification-link.js';
export type { ExchangeGuess, ExplainedExchange, SandboxFidelity } from './control/exchange-fidelity.js';
export { Problem } from './control/problem.js';
export { ExportError } from './control/state/saved-sandboxes.js';
export type { Exchange, ExchangeOutline } from './journal/exchange.js';
export type { PactDocument } from './pact/pact-json.js';
export { DocumentError, type Mistake } from './documents/read-document.js';
export { variants, type Variant } from './shipped.js';
export type { ScenarioName, ShippedScenarios } from './scenarios/shipped-scenarios.js';
export type { OperationId } from './contract/operation-ids.js';
export type { RuleId } from './judge/rule-ids.js';
export { SigningKeyError } from './domain/tokens/signing-key.js';
export { describeFailure, type FailureContext, unidentifiedRequests } from './testing/describe-failure.js';
