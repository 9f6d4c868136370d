/** The entry point (specification section 4.3). */

import { AccessTokens } from './access-tokens.js';
import { chooseTransport } from './choose-transport.js';
import type { ConnectConfig } from './config.js';
import { Connection } from './connection.js';
import { issueToken } from './issue-token.js';
import type { Line } from './line.js';
import { Pause } from './pause.js';
import { readConfig } from './read-config.js';
import { Service } from './service.js';

/**
 * A connection to the service. No request is made yet: the first call that needs a token asks for one.
 * @throws ConfigurationError
 */
export async function connect(config: ConnectConfig): Promise<Connection> {
  const settings = readConfig(config);
  const transport = await chooseTransport(settings.fetch);
  let calls = 0;
  const line = (): Line => ({ ...settings, transport, pause: new Pause(), nextCall: () => ++calls });
  const tokenLine = line();
  const tokens = new AccessTokens(() => issueToken(settings, tokenLine));
  return new Connection(new Service(settings, line(), tokens));
}

/** The library under the name that the specification gives it. */
export const idSdk: { readonly connect: typeof connect } = { connect };
