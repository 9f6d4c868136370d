/** `id-emulator clock`: reads and sets the clock of a sandbox. */

import type { Command } from 'commander';
import type { ShownClock } from '../../emulator/control/documents.js';
import { clientOf, type EmulatorFlags, withSandbox } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';

interface ClockFlags extends EmulatorFlags {
  readonly sandbox: string;
}

/** Registers the commands. */
export function addClockCommand(root: Command, terminal: Terminal): void {
  const clock = root.command('clock').description('read and set the clock of a sandbox');
  const declare = (usage: string, description: string, request: (argument?: string) => ClockRequest): void => {
    withSandbox(clock.command(usage).description(description), terminal).action(
      async (...given: readonly unknown[]) => {
        const [argument, flags] =
          given.length === 3 ? (given as [string | undefined, ClockFlags]) : [undefined, given[0] as ClockFlags];
        const { method, path, body } = request(argument);
        const sandbox = clientOf(flags, terminal).within('sandboxes', flags.sandbox);
        const { time, frozen } = await sandbox.send<ShownClock>(method, `clock${path}`, body);
        terminal.print(`${time}  ${frozen ? 'stopped' : 'runs'}\n`);
      },
    );
  };
  declare('show', 'print the time', () => ({ method: 'GET', path: '' }));
  declare('advance <duration>', 'move the clock: 2h, PT30M, or -1d back', (by) => ({
    method: 'POST',
    path: '/advance',
    body: { by },
  }));
  declare('set <time>', 'set the clock to a time (ISO 8601)', (time) => ({ method: 'PUT', path: '', body: { time } }));
  declare('freeze [time]', 'stop the clock, now or at a time', (time) => ({
    method: 'POST',
    path: '/freeze',
    body: time === undefined ? {} : { time },
  }));
  declare('thaw', 'let the clock run', () => ({ method: 'POST', path: '/thaw' }));
}

interface ClockRequest {
  readonly method: string;
  /** Relative to the sandbox's clock. */
  readonly path: string;
  readonly body?: object;
}
