/** How a command reaches the emulator that its flags name. */

import { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { controlTokenOf } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';

/** The values of the flags. */
export interface EmulatorFlags {
  readonly url: string;
  readonly controlToken?: string | undefined;
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
