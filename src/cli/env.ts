/** `id-emulator env`: prints the variables with which a consumer reaches the emulator. */

import type { Command } from 'commander';
import { clientUrl, serviceUrls } from '../emulator/addresses.js';
import { completeOptions } from '../emulator/complete-options.js';
import { consumerVariables } from '../start/consumer-variables.js';
import type { Terminal } from './terminal/terminal.js';
import { UsageError } from './terminal/failure.js';
import { OF_START } from './terminal/help.js';
import { declareCommand, type FlagsOf } from './settings/declared-command.js';
import { emulatorOptions, SETTING_SPECS, type Settings, withSettings } from './settings/settings.js';
import { type VariableFormat, writeVariables } from './settings/variable-formats.js';

/** Registers the command. */
export function addEnvCommand(root: Command, terminal: Terminal): void {
  const command = declareCommand(root, 'env', terminal);
  withSettings(command.optionsGroup(OF_START), SETTING_SPECS, terminal, (settings) => {
    const { format, port } = command.opts<FlagsOf<'env'> & { port?: string }>();
    const running = port === undefined ? terminal.environment['ID_EMULATOR_URL'] : undefined;
    terminal.print(env(settings, format, running === '' ? undefined : running));
  });
}

/**
 * Writes the variables: addresses and credentials, under the emulator's names and those of the client library.
 * @param running the URL of the emulator. Default: the address at which an emulator with these settings listens
 * @throws UsageError with port 0, because only the running emulator knows its port
 */
export function env(settings: Settings, format: VariableFormat, running?: string): string {
  const complete = completeOptions(emulatorOptions(settings));
  const { port, publicUrl, network, clientId, clientSecret } = complete;
  if (port === 0 && (running ?? publicUrl) === undefined)
    throw new UsageError(
      'with --port 0 only the running emulator knows its port; use "exec -- <command>", or read it from the first line of "start --log json"',
    );
  const urls = serviceUrls(running ?? clientUrl(complete, port));
  return writeVariables(consumerVariables({ ...urls, clientId, clientSecret, network }), format);
}
