/** The public names of `id-emulator/proxy`. */

export { startProxy, type Proxy } from './start-proxy.js';
export type { ProxyHooks, ProxyOptions } from './proxy-options.js';
export type { ProxiedExchange } from './proxied-exchange.js';
export { describeViolation, type ProxyViolation } from './proxied-exchange.js';
export { UpstreamError } from './proxy-errors.js';
export { MissingPeerError } from '../../common/platform/optional-peer.js';
export { OptionsError } from '../../emulator/complete-options.js';
