/** Follows the journal of a sandbox in another process, through the stream of its control plane. */

import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Exchange } from '../emulator/journal/exchange.js';
import { Problem } from '../emulator/control/problem.js';
import { ControlPlaneClient } from './control-plane-client.js';
import { RemoteEmulatorError } from './remote-emulator-error.js';
import type { SandboxAddress } from './remote-journal.js';

/** What a follower receives: an exchange, or the number of those that it was too slow for. */
export type Followed = { readonly exchange: Exchange } | { readonly missed: number };

/**
 * The exchanges from now on, until the signal is aborted or the sandbox is removed.
 * @throws Problem if the control plane refuses; RemoteEmulatorError if no emulator responds, or the connection breaks
 */
export async function* followJournal(
  { url, sandbox, controlToken }: SandboxAddress,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const client = new ControlPlaneClient({ url, controlToken });
  try {
    yield* eventsIn(await client.events('followJournal', { sandbox }, signal));
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof RemoteEmulatorError || error instanceof Problem) throw error;
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new RemoteEmulatorError(`lost the emulator at ${url} (${code ?? message})`, { cause: error });
  }
}

/** Reads server-sent events (HTML standard, section 9.2.6), as far as the emulator uses them: one line of data each. */
async function* eventsIn(body: NonNullable<Response['body']>): AsyncGenerator<Followed> {
  let event = '';
  for await (const line of createInterface({ input: Readable.fromWeb(body as ReadableStream<Uint8Array>) })) {
    if (line.startsWith('event: ')) event = line.slice('event: '.length);
    if (!line.startsWith('data: ')) continue;
    const data = JSON.parse(line.slice('data: '.length)) as unknown;
    if (event === 'exchange') yield { exchange: data as Exchange };
    if (event === 'gap') yield { missed: (data as { missed: number }).missed };
  }
}
