/** How a command reaches the emulator that its flags name. */

import { withoutUndefined } from '../../common/json.js';
import { ControlPlaneClient } from '../../remote/control-plane-client.js';

/** The values of the flags. */
export interface EmulatorFlags {
  readonly url: string;
  readonly controlToken?: string | undefined;
}

/** The address in the flags, without the path of the API. */
export function emulatorAddress({ url, controlToken }: EmulatorFlags): {
  readonly url: string;
  readonly controlToken?: string;
} {
  return { url: url.replace(/\/api\/v1\/?$/, ''), ...withoutUndefined({ controlToken }) };
}

/** A client of the emulator. @throws RemoteEmulatorError if the URL is not an HTTP URL */
export function clientOf(flags: EmulatorFlags): ControlPlaneClient {
  return new ControlPlaneClient(emulatorAddress(flags));
}
