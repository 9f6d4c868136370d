/** `id-emulator clock`: reads and sets the clock of a sandbox. */

import type { Command } from 'commander';
import type { ShownClock } from '../../emulator/control/documents.js';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { clientOf, type SandboxFlags, withSandbox } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';

/** Sends the request of a command, with its argument. */
type Send = (sandbox: ControlPlaneClient, argument: string | undefined) => Promise<ShownClock>;

/** Registers the commands. */
export function addClockCommand(root: Command, terminal: Terminal): void {
  const clock = root.command('clock').description('read and set the clock of a sandbox');
  const declare = (usage: string, description: string, send: Send): void => {
    const command = withSandbox(clock.command(usage).description(description), terminal);
    command.action(async () => {
      const flags = command.opts<SandboxFlags>();
      const sandbox = clientOf(flags, terminal).within('sandboxes', flags.sandbox);
      const { time, frozen } = await send(sandbox, command.args[0]);
      terminal.print(`${time}  ${frozen ? 'stopped' : 'runs'}\n`);
    });
  };
  declare('show', 'print the time', (sandbox) => sandbox.get('clock'));
  declare('advance <duration>', 'move the clock: 2h, PT30M, or -1d back', (sandbox, by) =>
    sandbox.send('POST', 'clock/advance', { by }),
  );
  declare('set <time>', 'set the clock to a time (ISO 8601)', (sandbox, time) =>
    sandbox.send('PUT', 'clock', { time }),
  );
  declare('freeze [time]', 'stop the clock, now or at a time', (sandbox, time) =>
    sandbox.send('POST', 'clock/freeze', time === undefined ? {} : { time }),
  );
  declare('thaw', 'let the clock run', (sandbox) => sandbox.send('POST', 'clock/thaw'));
}
