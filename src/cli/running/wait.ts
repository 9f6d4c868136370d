/** `id-emulator wait`: waits until an emulator is ready. */

import type { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { RemoteEmulatorError } from '../../remote/remote-emulator-error.js';
import { CheckFailed, UsageError } from '../terminal/failure.js';
import { clientOf, type EmulatorFlags, withEmulator } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';

interface WaitFlags extends EmulatorFlags {
  /** Seconds, as written. */
  readonly timeout: string;
}

/** Milliseconds between two questions. */
const PAUSE = 50;
const LONGEST_TIMEOUT = 3_600;

/** Registers the command. */
export function addWaitCommand(root: Command, terminal: Terminal): void {
  const wait = root.command('wait').description('wait until an emulator is ready; exits 1 if that takes too long');
  withEmulator(wait, terminal)
    .option('--timeout <seconds>', `longest time to wait, at most ${LONGEST_TIMEOUT}`, '30')
    .action(async ({ timeout, ...flags }: WaitFlags) => {
      const seconds = /^\d+(?:\.\d+)?$/.test(timeout) ? Number(timeout) : Number.NaN;
      if (!(seconds > 0 && seconds <= LONGEST_TIMEOUT))
        throw new UsageError(
          `--timeout: expected a number of seconds up to ${LONGEST_TIMEOUT}, found ${JSON.stringify(timeout)}`,
        );
      await untilReady(clientOf(flags, terminal), { url: flags.url, seconds });
    });
}

/** @throws CheckFailed with the last reason if the emulator is not ready in time */
async function untilReady(
  client: ControlPlaneClient,
  { url, seconds }: { readonly url: string; readonly seconds: number },
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    try {
      await client.get('health');
      return;
    } catch (error) {
      if (!(error instanceof RemoteEmulatorError)) throw error;
      if (performance.now() + PAUSE > deadline)
        throw new CheckFailed(`no emulator became ready at ${url} in ${seconds} s: ${error.message}`);
    }
    await sleep(PAUSE);
  }
}
