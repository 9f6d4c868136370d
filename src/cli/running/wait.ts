/** `id-emulator wait`: waits until an emulator is ready. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { RemoteEmulatorError, WrongSchemeError } from '../../remote/remote-emulator-error.js';
import { CheckError } from '../terminal/failure.js';
import { clientOf } from './running-emulator.js';
import type { Actions } from '../settings/declared-command.js';

/** Milliseconds between two attempts. */
const PAUSE = 50;

export const ACTIONS: Actions<'wait'> = {
  wait: ({ flags }) => untilReady(clientOf(flags), { url: flags.url, seconds: flags.timeout }),
};

/** @throws CheckError with the last reason if the emulator is not ready in time; WrongSchemeError at once */
async function untilReady(
  client: ControlPlaneClient,
  { url, seconds }: { readonly url: string; readonly seconds: number },
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    try {
      await client.call('getHealth');
      return;
    } catch (error) {
      // A server does not change the protocol of its port.
      if (!(error instanceof RemoteEmulatorError) || error instanceof WrongSchemeError) throw error;
      if (performance.now() + PAUSE > deadline)
        throw new CheckError(`no emulator became ready at ${url} in ${seconds} s: ${error.message}`);
    }
    await sleep(PAUSE);
  }
}
