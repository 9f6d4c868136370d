/** `id-emulator replay`: replays a bundle and reports the first difference. */

import type { Command } from 'commander';
import type { Difference } from '../start/replay/compare-exchanges.js';
import { readBundle, replayBundle, type Replay } from '../start/replay/replay-bundle.js';
import { counted } from '../common/reporting/phrases.js';
import { CheckError, commandInterrupted } from './terminal/failure.js';
import { aborted, type Terminal } from './terminal/terminal.js';

/** Registers the command. */
export function addReplayCommand(root: Command, terminal: Terminal): void {
  root
    .command('replay')
    .description('replay the bundle of a sandbox; exits 1 if a response differs')
    .argument('<bundle>', 'a file with the response of GET /_emulator/sandboxes/{id}/bundle')
    .action((file: string) => replay(file, terminal));
}

/**
 * Replays the bundle, until the user interrupts it.
 * @throws DocumentError if the bundle cannot be read, CheckError if a response differs
 */
async function replay(file: string, terminal: Terminal): Promise<void> {
  const replayed = await Promise.race([replayBundle(readBundle(file), file), aborted(terminal.interrupted)]);
  if (replayed === undefined) throw commandInterrupted(terminal);
  const { difference } = replayed;
  terminal.print(difference === undefined ? summaryOf(replayed) : differenceReport(difference));
  await replayed.close();
  if (difference !== undefined)
    throw new CheckError(`the replay of ${file} differs in exchange ${difference.exchange}`);
}

function summaryOf({ exchanges, actions, inPart }: Replay): string {
  const what = `replayed ${counted(exchanges, 'exchange')} and ${counted(actions, 'control-plane change')}`;
  const part =
    inPart === 0
      ? ''
      : ` (compared ${counted(inPart, 'response')} by length only, because the journal did not keep the large body)`;
  return `${what}: no difference${part}\n`;
}

function differenceReport({ exchange, request, where, recorded, replayed }: Difference): string {
  return `exchange ${exchange} differs: ${where}\n  request   ${request}\n  recorded  ${indented(recorded)}\n  replayed  ${indented(replayed)}\n`;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n            ');
}
