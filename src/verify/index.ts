/** The public names of `id-emulator/pact`: verification of pacts, its reports, and provider states. */

export { verifyPacts, verifyEveryVariant } from './verify.js';
export { everyVariantText } from './report/every-variant-report.js';
export type { VerificationProgress, VerifyOptions } from './verify-options.js';
export type { BrokerOptions, ConsumerVersionSelector, PublishOptions } from './broker/broker-options.js';
export type { EveryVariantReport, VariantOutcome, VerificationReport } from './report/verification-report.js';
export { textReport } from './report/text-report.js';
export { junitReport } from './report/junit-report.js';
export { providerStates, state, type StateParametersOf } from '../pact/states/shipped-states.js';
export { setUpStates, sandboxOptionsFor, type SetUp } from '../pact/states/set-up-states.js';
export { findState } from '../pact/states/find-state.js';
export { loadStates } from '../pact/states/load-states.js';
export { defineState, ProviderStateError } from '../pact/states/provider-state.js';
export type { DefinedState, ProviderState, StateOutcome, StateParameter } from '../pact/states/provider-state.js';
export type { StateSentence } from '../pact/states/declared-states.js';
export type { StateSandbox } from '../pact/states/state-sandbox.js';
export { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from '../remote/remote-sandbox.js';
export { openRemoteVerification, type RemoteVerification } from '../remote/remote-verification.js';
export type { SeenInteraction, VerificationSummary, VerificationUrls } from '../emulator/control/documents.js';
export { NothingVerifiedError } from './nothing-verified.js';
export { MissingPeerError } from '../common/platform/optional-peer.js';
