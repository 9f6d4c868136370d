/** The public names of `id-emulator/pact`. */

export { verifyPacts } from './verification/verify-pacts.js';
export type { VerificationProgress, VerifyOptions } from './verification/verify-options.js';
export type { BrokerOptions, ConsumerVersionSelector, PublishOptions } from './broker/broker-options.js';
export type { VerificationReport } from './report/verification-report.js';
export { textReport } from './report/text-report.js';
export { junitReport } from './report/junit-report.js';
export { htmlReport } from './report/html-report.js';
export { providerStates } from './provider-states/shipped-states.js';
export { stateHandlers, verifierOptions } from './provider-states/state-handlers.js';
export type { ProviderState } from './provider-states/provider-state.js';
export { MissingPeerError } from './optional-peers.js';
