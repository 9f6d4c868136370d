/** The entry point (specification section 4.3). */

import { AccessTokens } from './access-tokens.js';
import { type ConnectConfig, readConfig } from './config.js';
import { Connection } from './connection.js';
import { issueToken } from './issue-token.js';
import { type CallSettings, Pause } from './retry.js';
import { Service } from './service.js';
import { fetchTransport, type FetchLike, type Transport } from './transport.js';

/**
 * Creates a connection to the service. It sends no request: the first call that needs a token requests one.
 * @throws ConfigurationError if a field is missing or invalid; the message names it
 */
export async function connect(config: ConnectConfig): Promise<Connection> {
  const settings = readConfig(config);
  const transport = await chooseTransport(settings.fetch);
  let calls = 0;
  const callSettings = (): CallSettings => ({ ...settings, transport, pause: new Pause(), nextCall: () => ++calls });
  const tokenCalls = callSettings();
  const tokens = new AccessTokens(() => issueToken(settings, tokenCalls));
  return new Connection(new Service(settings, callSettings(), tokens));
}

/** The caller's `fetch`, else the platform's, else Node's own HTTP client. */
async function chooseTransport(own: FetchLike | undefined): Promise<Transport> {
  if (own !== undefined) return fetchTransport(own);
  // Looked up for each request, because test tools and tracers replace it later.
  if (typeof (globalThis as { fetch?: unknown }).fetch === 'function')
    return fetchTransport((url, init) => fetch(url, init));
  const { nodeTransport } = await import('./node-transport.js');
  return await nodeTransport();
}

/** The entry point under the specification's name (section 4.3). */
export const idSdk: { readonly connect: typeof connect } = { connect };
