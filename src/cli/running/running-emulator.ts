/** How a command reaches the emulator that its flags name. */

import { withoutUndefined } from '../../common/json.js';
import { ControlPlaneClient, type EmulatorAddress } from '../../remote/control-plane-client.js';

/** The address in the flags. A user may also name the URL of the API, `http://127.0.0.1:4010/api/v1`. */
export function emulatorAddress({ url, controlToken }: EmulatorAddress): EmulatorAddress {
  return { url: url.replace(/\/api\/v1\/?$/, ''), ...withoutUndefined({ controlToken }) };
}

/** A client of the emulator. @throws RemoteEmulatorError if the URL is not an HTTP URL */
export function clientOf(flags: EmulatorAddress): ControlPlaneClient {
  return new ControlPlaneClient(emulatorAddress(flags));
}
