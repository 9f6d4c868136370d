/** Follows the journal of a sandbox in another process, through the stream of its control plane. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type ReadableStream, TextDecoderStream } from 'node:stream/web';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Exchange } from '../emulator/journal/exchange.js';
import { Problem } from '../emulator/control/problem.js';
import { ControlPlaneClient } from './control-plane-client.js';
import { RemoteEmulatorError } from './remote-emulator-error.js';
import type { SandboxAddress } from './remote-journal.js';

/** Milliseconds before a stream that has ended is opened again. */
const RETRY_MILLISECONDS = 200;

/** What a follower receives: an exchange, or the number of exchanges that it missed because it was too slow. */
export type Followed = { readonly exchange: Exchange } | { readonly missed: number };

/**
 * The exchanges from now on, until the signal is aborted or the sandbox is removed. If the connection breaks, the
 * stream is opened again, and goes on after the last event that was received.
 * @throws Problem if the control plane refuses; RemoteEmulatorError if no emulator responds, at first or again
 */
export async function* followJournal(
  { url, sandbox, controlToken }: SandboxAddress,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const client = new ControlPlaneClient({ url, controlToken });
  let lastEventId: string | undefined;
  /** Whether the stream was open at any time. An emulator that was never reached is a mistake of the user. */
  let wasOpen = false;
  /** Why the connection broke; undefined if the stream is open, or if the emulator has ended the stream. */
  let breach: unknown;
  // A function, because TypeScript would assume that the value does not change while this function waits.
  const isOver = (): boolean => signal.aborted;

  while (!isOver()) {
    try {
      const body = await client.events('followJournal', { sandbox }, signal, lastEventId);
      wasOpen = true;
      breach = undefined;
      yield* eventsIn(body, (id) => (lastEventId = id));
    } catch (error) {
      if (isOver()) return;

      const couldNotOpen = error instanceof RemoteEmulatorError || error instanceof Problem;
      if (couldNotOpen && !wasOpen) throw error;
      // The emulator had ended the stream: it closed, or the sandbox is gone.
      if (couldNotOpen && breach === undefined) return;
      if (couldNotOpen) throw error instanceof Problem ? error : lostError(url, breach);

      // An open stream broke. The next turn of the loop opens it again.
      breach = error;
    }

    // The wait is rejected when the signal is aborted. The condition of the loop ends it then.
    await sleep(RETRY_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

/** The error for an emulator that is gone. @param breach the error with which the last stream broke */
function lostError(url: string, breach: unknown): RemoteEmulatorError {
  const { code, message } = ((breach as Error).cause ?? breach) as NodeJS.ErrnoException;
  return new RemoteEmulatorError(`lost the emulator at ${url} (${code ?? message})`, { cause: breach });
}

/** Reads server-sent events (HTML standard, section 9.2.6). An event that is cut off is ignored: it comes again. */
async function* eventsIn(body: NonNullable<Response['body']>, onId: (id: string) => void): AsyncGenerator<Followed> {
  const texts = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream());
  for await (const { event, id, data } of texts.pipeThrough(new EventSourceParserStream())) {
    if (id !== undefined) onId(id);
    if (event === 'exchange') yield { exchange: JSON.parse(data) as Exchange };
    if (event === 'gap') yield { missed: (JSON.parse(data) as { missed: number }).missed };
  }
}
