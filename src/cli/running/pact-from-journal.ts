/** `id-emulator pact from-journal`: writes the exchanges of a sandbox as a pact. */

import { fetchPact } from '../../remote/remote-journal.js';
import { counted } from '../../common/reporting/phrases.js';
import { CheckError } from '../terminal/failure.js';
import { emulatorAddress } from './running-emulator.js';
import type { Actions, Call } from '../settings/declared-command.js';
import { writeReport } from '../terminal/write-report.js';

export const ACTIONS: Actions<'pact from-journal'> = { 'pact from-journal': writePact };

/**
 * Writes the pact, and lists the exchanges that are left out.
 * @throws RemoteEmulatorError if the journal cannot be read, CheckError if it has no interaction. Nothing is written in
 *   both cases
 */
async function writePact({ flags, terminal }: Call<'pact from-journal'>): Promise<void> {
  const { sandbox, consumer, provider, out } = flags;
  const pact = await fetchPact({ ...emulatorAddress(flags), sandbox }, { consumer, provider });

  const { leftOut } = pact.metadata['id-emulator'];
  for (const { request, exchanges, reason } of leftOut)
    terminal.printError(`left out: ${request} (exchange ${exchanges.join(', ')}): ${reason}\n`);

  const { length } = pact.interactions;
  // If exchanges were left out, the lines above say why.
  const why = leftOut.length === 0 ? ': it is empty' : '';
  if (length === 0) throw new CheckError(`the journal of sandbox ${sandbox} has no exchange for a pact${why}`);

  const text = `${JSON.stringify(pact, undefined, 2)}\n`;
  if (out === undefined) terminal.print(text);
  else writeReport(out, text);

  const place = out === undefined ? '' : ` in ${out}`;
  terminal.printError(`${counted(length, 'interaction')} between ${consumer} and ${provider}${place}\n`);
}
