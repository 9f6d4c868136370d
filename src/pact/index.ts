/** The public names of `id-emulator/pact`. */

export { verifyPacts } from './verification/verify-pacts.js';
export { verifyEveryVariant } from './verification/verify-every-variant.js';
export {
  everyVariantText,
  type BrokenInteraction,
  type EveryVariantReport,
  type VariantOutcome,
} from './report/every-variant-report.js';
export type { VerificationProgress, VerifyOptions } from './verification/verify-options.js';
export type { BrokerOptions, ConsumerVersionSelector, PublishOptions } from './broker/broker-options.js';
export type { VerificationReport } from './report/verification-report.js';
export { textReport } from './report/text-report.js';
export { junitReport } from './report/junit-report.js';
export { htmlReport } from './report/html-report.js';
export { providerStates } from './provider-states/shipped-states.js';
export { stateHandlers, verifierOptions } from './provider-states/state-handlers.js';
export { setUpStates, sandboxOptionsFor, type SetUp } from './provider-states/set-up-states.js';
export { findState } from './provider-states/find-state.js';
export { loadStates } from './provider-states/load-states.js';
export { defineState } from './provider-states/define-state.js';
export { ProviderStateError } from './provider-states/provider-state-error.js';
export type { ProviderState, StateOutcome, StateParameter } from './provider-states/provider-state.js';
export type { StateSandbox } from './provider-states/state-sandbox.js';
export { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from './remote-sandbox.js';
export { MissingPeerError } from '../optional-peer.js';
