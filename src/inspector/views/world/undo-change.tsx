/** The last change of a world that this page has made: its effect on the score, and a button to undo it. */

import { signal } from '@preact/signals';
import { call } from '../../control/call.js';
import { Action } from '../../parts/buttons.js';
import { go, sandboxId } from '../../state/route.js';

interface Change {
  readonly sandbox: string;
  readonly partyId: string;
  /** By which it is undone; null if it changed nothing. */
  readonly id: string | null;
  /** The party's total score before it; undefined if there was none. */
  readonly scoreBefore: number | undefined;
  /** Whether it has added the party. */
  readonly isAdded: boolean;
}

/** Undefined once it is undone. What is shown of the world depends on it, and is loaded again. */
export const lastChange = signal<Change | undefined>(undefined);

/** The total score of the party that is shown; undefined if it has none. */
export const shownScore = signal<number | undefined>(undefined);

/** Remembers a change of a party by the response to it. */
export async function change(partyId: string, changing: Promise<Response>): Promise<void> {
  const scoreBefore = shownScore.value;
  noteChange(await changing, { partyId, scoreBefore, isAdded: false });
}

/** Remembers a change by the response to it. */
export function noteChange({ headers }: Response, change: Omit<Change, 'sandbox' | 'id'>): void {
  lastChange.value = { ...change, sandbox: sandboxId.value, id: headers.get('Emulator-Change') };
}

/** Shown on the page of the party that was changed last. */
export function UndoChange({ partyId }: { readonly partyId: string }) {
  const last = lastChange.value;
  if (last?.partyId !== partyId || last.sandbox !== sandboxId.value || last.id === null) return null;

  const { id, scoreBefore, isAdded } = last;
  const score = shownScore.value;
  const undo = async (): Promise<void> => {
    await call('delete', '/sandboxes/{id}/world/changes/{change}', { path: { change: id } });
    if (isAdded) go({ item: '' });
    lastChange.value = undefined;
  };

  return (
    <p class="bar" role="status">
      <span>{scoreBefore === score ? 'Changed.' : `Score: ${scoreBefore ?? 'none'} → ${score ?? 'none'}`}</span>{' '}
      <Action text="Undo" act={undo} />
    </p>
  );
}
