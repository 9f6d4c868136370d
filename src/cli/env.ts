/** `id-emulator env`: prints the variables with which a consumer's shell reaches the emulator. */

import type { Command } from 'commander';
import { completeOptions } from '../options.js';
import { urlOf } from '../platform/emulator-url.js';
import { shellQuote, type Terminal } from './terminal.js';
import { UsageError } from './failure.js';
import { SETTING_SPECS, type Settings, withSettings } from './settings.js';

/** Declares the command. */
export function addEnvCommand(root: Command, terminal: Terminal): void {
  withSettings(
    root.command('env').description("print export lines for a consumer's shell"),
    SETTING_SPECS,
    terminal,
    (settings) => {
      terminal.print(env(settings));
    },
  );
}

/**
 * Builds the `export` lines: addresses by network, as the client library reads them, and the credentials.
 * @throws UsageError with port 0, because only the running emulator knows its port
 */
export function env({ log: _log, ...options }: Settings): string {
  const { host, port, network, clientId, clientSecret } = completeOptions(options);
  if (port === 0)
    throw new UsageError(
      'with --port 0 only the running emulator knows its port; read it from the first line of "start --log json"',
    );
  const url = urlOf(host, port);
  const prefix = `ID_SDK_${network.toUpperCase()}`;
  const variables = {
    [`${prefix}_BASE_URL`]: url,
    [`${prefix}_TOKEN_URL`]: `${url}/oauth/token`,
    ID_SDK_NETWORK: network,
    ID_SDK_CLIENT_ID: clientId,
    ID_SDK_CLIENT_SECRET: clientSecret,
  };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${shellQuote(value)}\n`)
    .join('');
}
