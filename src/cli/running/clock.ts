/** `id-emulator clock`: reads and sets the clock of a sandbox. */

import type { Command } from 'commander';
import type { ControlOperationId } from '../../contract/control-operations.js';
import type { ShownClock } from '../../emulator/control/documents.js';
import type { Actions, Call } from '../settings/declared-command.js';
import { clientOf } from './running-emulator.js';

type ClockPath = `clock ${'show' | 'advance' | 'set' | 'freeze' | 'thaw'}`;

export const PREPARE = { 'clock advance': takeDurations };

export const ACTIONS: Actions<ClockPath> = {
  'clock show': actionThatCalls('getClock'),
  'clock advance': actionThatCalls('advanceClock', 'by'),
  'clock set': actionThatCalls('setClock', 'time'),
  'clock freeze': actionThatCalls('freezeClock', 'time'),
  'clock thaw': actionThatCalls('thawClock'),
};

/**
 * An action that calls an operation, and prints the clock.
 * @param member the member of the body that has the argument of the command. Default: the command takes no argument
 */
function actionThatCalls(operationId: ControlOperationId, member = '') {
  return async ({ words: [argument], flags, terminal }: Call<ClockPath>): Promise<void> => {
    const body = argument === undefined ? undefined : { [member]: argument };
    const { time, frozen } = await clientOf(flags).call<ShownClock>(operationId, { sandbox: flags.sandbox, body });
    terminal.print(frozen ? `${time}  stopped\n` : `${time}  runs\n`);
  };
}

/** Makes a command take `-1d` as an argument, and not as a flag. */
function takeDurations(command: Command): void {
  const parseOptions = command.parseOptions.bind(command);
  command.parseOptions = (words) => {
    // Commander takes every word that begins with a hyphen for a flag.
    const durations = words.filter((word) => NEGATIVE_DURATION.test(word));
    const { operands, unknown } = parseOptions(words.filter((word) => !durations.includes(word)));
    return { operands: [...operands, ...durations], unknown };
  };
}

/** A duration such as `-1d` or `-PT1H`. */
const NEGATIVE_DURATION = /^-[\dP]/;
