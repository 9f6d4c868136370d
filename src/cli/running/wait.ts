/** `id-emulator wait`: waits until an emulator is ready. */

import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteEmulatorError, WrongSchemeError } from '../../remote/remote-emulator-error.js';
import { CheckError } from '../terminal/failure.js';
import { clientOf } from './running-emulator.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';

/** Milliseconds between two attempts. */
const PAUSE = 50;

export const ACTIONS: Actions<'wait'> = { wait: ({ flags }) => untilReady(flags) };

/** @throws CheckError with the last reason if the emulator is not ready in time; WrongSchemeError at once */
async function untilReady(flags: FlagsOf<'wait'>): Promise<void> {
  const { url, timeout: seconds } = flags;
  const client = clientOf(flags);
  const deadline = performance.now() + seconds * 1_000;

  for (;;) {
    try {
      await client.call('getHealth');
      return;
    } catch (error) {
      // Waiting would not help: a server does not change the protocol of its port, and any other error is a mistake of
      // the user or of this program.
      if (!(error instanceof RemoteEmulatorError) || error instanceof WrongSchemeError) throw error;
      if (performance.now() + PAUSE > deadline)
        throw new CheckError(`no emulator became ready at ${url} in ${seconds} s: ${error.message}`);
    }
    await sleep(PAUSE);
  }
}
