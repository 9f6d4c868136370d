/** The public names of `id-emulator/proxy`. */

export { startProxy, type Proxy } from './start-proxy.js';
export type { ProxyHooks, ProxyOptions } from './proxy-options.js';
export type { ProxiedExchange } from './proxied-exchange.js';
export { describeViolation, type ProxyViolation } from './violation.js';
export { UpstreamError } from './upstream-error.js';
export { RecordError } from './recording/record-error.js';
export type { Recording } from './recording/recording.js';
export { MissingPeerError } from '../platform/optional-peer.js';
export { OptionsError } from '../options.js';
