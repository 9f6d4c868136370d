/** `id-emulator replay`: does over what a bundle has recorded, and says whether everything was the same. */

import type { Command } from 'commander';
import type { Difference } from '../replay/compare-exchanges.js';
import { readBundle, replayBundle, type Replay } from '../replay/replay-bundle.js';
import { bundleSchema } from '../shipped.js';
import { closeOnSignal } from './close-on-signal.js';
import { CheckFailed, UsageError } from './failure.js';

export interface ReplayOptions {
  /** The bundle. */
  readonly file: string;
  /** Whether the emulator goes on at the point that was reached. */
  readonly serve: boolean;
  readonly host: string;
  /** Of the emulator; 0 takes a free one. */
  readonly port: number;
}

/** What commander gives. */
interface ReplayFlags {
  readonly serve?: boolean;
  readonly host: string;
  readonly port: string;
}

/** Declares the command. */
export function addReplayCommand(root: Command): void {
  root
    .command('replay')
    .description('do over what the bundle of a sandbox has recorded; exits 1 where an answer differs')
    .argument('<bundle>', 'a file with what GET /_emulator/sandboxes/{id}/bundle answers')
    .option('--serve', 'go on as an emulator at the point that was reached')
    .option('--host <text>', 'address to listen on with --serve', '127.0.0.1')
    .option('--port <integer>', 'TCP port with --serve; 0 takes a free one', '4010')
    .action(async (file: string, { serve = false, host, port }: ReplayFlags) => {
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
        throw new UsageError(`--port: expected an integer from 0 to 65535, found ${JSON.stringify(port)}`);
      await replayCommand({ file, serve, host, port: Number(port) }, (text) => process.stdout.write(text));
    });
}

/**
 * Replays the bundle.
 * @throws DocumentError where it cannot be read, CheckFailed where something differs and the emulator does not go on
 */
export async function replayCommand(
  { file, serve, host, port }: ReplayOptions,
  write: (text: string) => void,
): Promise<void> {
  const replay = await replayBundle(readBundle(file, bundleSchema()), file, { host, port: serve ? port : 0 });
  write(replay.difference === undefined ? summaryOf(replay) : differenceReport(replay.difference));
  if (serve) {
    write(whereItIs(replay));
    if (replay.difference !== undefined) process.exitCode = 1;
    closeOnSignal(() => replay.close());
    return;
  }
  await replay.close();
  if (replay.difference !== undefined)
    throw new CheckFailed(`the replay of ${file} differs in exchange ${replay.difference.exchange}`);
}

function summaryOf({ exchanges, actions, inPart }: Replay): string {
  const what = `${counted(exchanges, 'exchange')} and ${counted(actions, 'change')} from outside were done over`;
  const part =
    inPart === 0
      ? ''
      : ` (of ${counted(inPart, 'answer')} only the length is known, because the body was too large to be kept)`;
  return `${what}: the same bytes${part}\n`;
}

function differenceReport({ exchange, request, where, recorded, replayed }: Difference): string {
  return `exchange ${exchange} differs: ${where}\n  request   ${request}\n  recorded  ${indented(recorded)}\n  replayed  ${indented(replayed)}\n`;
}

function whereItIs({ url, sandbox }: Replay): string {
  return `the emulator goes on from here: ${url}, sandbox ${sandbox.id}, client ID ${sandbox.clientId}, client secret ${sandbox.clientSecret}, clock ${sandbox.clock.reading().time}\n`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n            ');
}
