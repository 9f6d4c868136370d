/** Follows the journal of a sandbox in another process, through the stream of its control plane. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type ReadableStream, TextDecoderStream } from 'node:stream/web';
import type { Exchange } from '../emulator/journal/exchange.js';
import { Problem } from '../emulator/control/problem.js';
import { ControlPlaneClient } from './control-plane-client.js';
import { RemoteEmulatorError } from './remote-emulator-error.js';
import type { SandboxAddress } from './remote-journal.js';

/** Milliseconds before a stream that has ended is opened again. */
const RETRY_MILLISECONDS = 200;

/** What a follower receives: an exchange, or the number of those that it missed. */
export type Followed = { readonly exchange: Exchange } | { readonly missed: number };

/** Where a follower is. */
interface Position {
  /** The ID of the last event; undefined before there is one. */
  lastEventId?: string;
}

/**
 * The exchanges from now on, until the signal is aborted or the sandbox is removed. If the connection breaks, they go
 * on where it broke.
 * @throws Problem if the control plane refuses; RemoteEmulatorError if no emulator responds, at first or again
 */
export async function* followJournal(
  { url, sandbox, controlToken }: SandboxAddress,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const client = new ControlPlaneClient({ url, controlToken });
  const position: Position = {};
  let wasOpen = false;
  let breach: unknown;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    try {
      const body = await client.events('followJournal', { sandbox }, signal, position.lastEventId);
      wasOpen = true;
      breach = undefined;
      yield* eventsIn(body, position);
    } catch (error) {
      if (isOver()) return;
      const isRefused = error instanceof RemoteEmulatorError || error instanceof Problem;
      if (isRefused && !wasOpen) throw error;
      // The emulator ended the stream: it closed, or the sandbox is gone.
      if (isRefused && breach === undefined) return;
      if (error instanceof Problem) throw error;
      if (isRefused) throw lostError(url, breach);
      breach = error;
    }
    await sleep(RETRY_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

function lostError(url: string, breach: unknown): RemoteEmulatorError {
  const { code, message } = ((breach as Error).cause ?? breach) as NodeJS.ErrnoException;
  return new RemoteEmulatorError(`lost the emulator at ${url} (${code ?? message})`, { cause: breach });
}

/** Reads server-sent events (HTML standard, section 9.2.6), as far as the emulator uses them: one line of data each. */
async function* eventsIn(body: NonNullable<Response['body']>, position: Position): AsyncGenerator<Followed> {
  let event = '';
  let id: string | undefined;
  for await (const line of linesIn(body)) {
    if (line.startsWith('event: ')) event = line.slice('event: '.length);
    if (line.startsWith('id: ')) id = line.slice('id: '.length);
    if (!line.startsWith('data: ')) continue;
    const data = JSON.parse(line.slice('data: '.length)) as unknown;
    // Only now: an event that is cut off comes again.
    if (id !== undefined) position.lastEventId = id;
    if (event === 'exchange') yield { exchange: data as Exchange };
    if (event === 'gap') yield { missed: (data as { missed: number }).missed };
  }
}

/** The complete lines of a text. Of a stream that breaks, `node:readline` would end the process, in Node.js 20. */
async function* linesIn(body: NonNullable<Response['body']>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
