/** The flags by which a command finds an emulator that runs already. */

import type { Command } from 'commander';
import { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { urlOfRunningEmulator } from '../settings/consumer-variables.js';
import { variableName } from '../../emulator/option-spec.js';
import { controlTokenOf } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';

/** The values of the flags. */
export interface EmulatorFlags {
  readonly url: string;
  readonly controlToken?: string | undefined;
}

/** The values of the flags with `--sandbox`. */
export interface SandboxFlags extends EmulatorFlags {
  readonly sandbox: string;
}

/** Adds `--url` and `--control-token`. */
export function withEmulator(command: Command, { environment }: Pick<Terminal, 'environment'>): Command {
  return command
    .option('--url <url>', 'a running emulator [ID_EMULATOR_URL]', urlOfRunningEmulator(environment))
    .option('--control-token <token>', `its token, if it requires one [${variableName('controlToken')}]`);
}

/** Adds the flags of {@link withEmulator} and `--sandbox`. */
export function withSandbox(command: Command, terminal: Pick<Terminal, 'environment'>): Command {
  const { ID_EMULATOR_SANDBOX: sandbox = '' } = terminal.environment;
  return withEmulator(
    command.option('--sandbox <id>', 'the sandbox [ID_EMULATOR_SANDBOX]', sandbox === '' ? 'default' : sandbox),
    terminal,
  );
}

/** The address in the flags, with or without the path of the API. */
export function emulatorAddress(
  { url, controlToken }: EmulatorFlags,
  { environment }: Pick<Terminal, 'environment'>,
): { readonly url: string; readonly controlToken?: string } {
  return { url: url.replace(/\/api\/v1\/?$/, ''), ...controlTokenOf({ controlToken }, environment) };
}

/** A client of the emulator. @throws RemoteEmulatorError if the URL is not an HTTP URL */
export function clientOf(flags: EmulatorFlags, terminal: Pick<Terminal, 'environment'>): ControlPlaneClient {
  return new ControlPlaneClient(emulatorAddress(flags, terminal));
}
