/** `id-emulator clock`: reads and sets the clock of a sandbox. */

import type { Command } from 'commander';
import type { ControlOperationId } from '../../contract/control-operations.js';
import type { ShownClock } from '../../emulator/control/documents.js';
import { clientOf, type SandboxFlags, withSandbox } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';

/** Registers the commands. */
export function addClockCommand(root: Command, terminal: Terminal): void {
  const clock = root.command('clock').description('read and set the clock of a sandbox');
  /** @param member of the body: the argument of the command */
  const declare = (usage: string, description: string, operationId: ControlOperationId, member = ''): Command => {
    const command = withSandbox(clock.command(usage).description(description), terminal);
    return command.action(async () => {
      const { sandbox, ...flags } = command.opts<SandboxFlags>();
      const [argument] = command.args;
      const body = argument === undefined ? undefined : { [member]: argument };
      const { time, frozen } = await clientOf(flags, terminal).call<ShownClock>(operationId, { sandbox, body });
      terminal.print(`${time}  ${frozen ? 'stopped' : 'runs'}\n`);
    });
  };
  declare('show', 'print the time', 'getClock');
  takeDurations(declare('advance <duration>', 'move the clock: 2h, PT30M, or -1d back', 'advanceClock', 'by'));
  declare('set <time>', 'set the clock to a time (ISO 8601)', 'setClock', 'time');
  declare('freeze [time]', 'stop the clock, now or at a time', 'freezeClock', 'time');
  declare('thaw', 'let the clock run', 'thawClock');
}

/** Makes a command take `-1d` as an argument, and not as a flag. */
function takeDurations(command: Command): void {
  const parseOptions = command.parseOptions.bind(command);
  command.parseOptions = (words) => {
    const { operands, unknown } = parseOptions(words.filter((word) => !BACKWARDS.test(word)));
    return { operands: [...operands, ...words.filter((word) => BACKWARDS.test(word))], unknown };
  };
}

/** A negative duration. */
const BACKWARDS = /^-[\dP]/;
