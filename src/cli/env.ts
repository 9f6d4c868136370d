/** `id-emulator env`: prints the variables with which a consumer reaches the emulator. */

import { clientUrl, serviceUrls } from '../emulator/addresses.js';
import { completeOptions } from '../emulator/complete-options.js';
import { consumerVariables } from '../start/consumer-variables.js';
import { UsageError } from './terminal/failure.js';
import { isTyped } from './terminal/flags.js';
import type { Actions } from './settings/declared-command.js';
import { emulatorOptions, type Settings } from './settings/settings.js';
import { type VariableFormat, writeVariables } from './settings/variable-formats.js';

export const ACTIONS: Actions<'env'> = {
  env: ({ flags, settings, command, terminal }) => {
    const { ID_EMULATOR_URL: variable = '' } = terminal.environment;
    // The variable names a running emulator. With `--port`, the user asks about an emulator that is not started yet.
    const isRunning = variable !== '' && !isTyped(command, 'port');
    terminal.print(env(settings, flags.format, isRunning ? variable : undefined));
  },
};

/**
 * Writes the variables: addresses and credentials, under the emulator's names and those of the client library.
 * @param runningUrl the URL of a running emulator. Default: where an emulator with these settings would listen
 * @throws UsageError with port 0, because only the running emulator knows its port
 */
export function env(settings: Settings, format: VariableFormat, runningUrl?: string): string {
  const complete = completeOptions(emulatorOptions(settings));
  const { port, publicUrl, network, clientId, clientSecret } = complete;
  if (port === 0 && (runningUrl ?? publicUrl) === undefined)
    throw new UsageError(
      'with --port 0 only the running emulator knows its port; use "exec -- <command>", or read it from the first line of "start --log json"',
    );

  const urls = serviceUrls(runningUrl ?? clientUrl(complete, port));

  return writeVariables(consumerVariables({ ...urls, clientId, clientSecret, network }), format);
}
