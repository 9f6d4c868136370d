/** What requests to the control plane wait for if several emulators share a store. */

import type { Operation } from '../../contract/operation.js';
import type { SharedKeeper } from '../store/keeper.js';
import type { ControlRequest } from './endpoint.js';
import { conflict } from './problem.js';

/** Takes what a request is about. @throws StoreError, Problem 409 */
export async function prepareRequest(
  shared: SharedKeeper,
  operation: Operation<string>,
  { path, body = {} }: Pick<ControlRequest, 'path' | 'body'>,
): Promise<void> {
  const { id } = path as { id?: string };
  // A verification is a conversation of one verifier with one process.
  if (operation.tags.includes('verifications'))
    throw conflict('Pact verifiers need an emulator of their own: start one without a store that others share.');
  if (id !== undefined) await (needsJournal(operation) ? shared.prepareJournal(id) : shared.confirm(id));
  else if (operation.id === 'resetEmulator') await shared.removeOthers();
  else if (operation.id === 'createSandbox') await shared.prepareOpening((body as { clientId?: string }).clientId);
}

/** Operations of other tags that show exchanges, or what was in them. */
const OF_JOURNAL: ReadonlySet<string> = new Set(['exportBundle', 'listUpcoming']);

function needsJournal({ id, tags }: Operation<string>): boolean {
  return tags.includes('journal') || OF_JOURNAL.has(id);
}
