/** `id-emulator clock`: reads and sets the clock of a sandbox. */

import type { Command } from 'commander';
import type { ControlOperationId } from '../../contract/control-operations.js';
import type { ShownClock } from '../../emulator/control/documents.js';
import { type CommandPath, declareCommand, type FlagsOf } from '../settings/declared-command.js';
import { clientOf } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';

/** Registers the commands. */
export function addClockCommand(root: Command, terminal: Terminal): void {
  const clock = declareCommand(root, 'clock', terminal);
  /** @param member of the body: the argument of the command */
  const declare = (path: CommandPath, operationId: ControlOperationId, member = ''): Command => {
    const command = declareCommand(clock, path, terminal);
    return command.action(async () => {
      const { sandbox, ...flags } = command.opts<FlagsOf<'clock show'>>();
      const [argument] = command.args;
      const body = argument === undefined ? undefined : { [member]: argument };
      const { time, frozen } = await clientOf(flags).call<ShownClock>(operationId, { sandbox, body });
      terminal.print(`${time}  ${frozen ? 'stopped' : 'runs'}\n`);
    });
  };
  declare('clock show', 'getClock');
  takeDurations(declare('clock advance', 'advanceClock', 'by'));
  declare('clock set', 'setClock', 'time');
  declare('clock freeze', 'freezeClock', 'time');
  declare('clock thaw', 'thawClock');
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
