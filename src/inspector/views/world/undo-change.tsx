/** The last change of a world that this page has made: its effect on the score, and a button to undo it. */

import { signal } from '@preact/signals';
import { call } from '../../control/call.js';
import { Action } from '../../parts/buttons.js';
import { go, sandboxId } from '../../state/route.js';

/** A change of a party. */
interface Change {
  readonly sandbox: string;
  readonly partyId: string;
  /** The ID by which the change is undone; null if nothing was changed. */
  readonly id: string | null;
  /** The party's total score before the change; undefined if there was none. */
  readonly scoreBefore: number | undefined;
  /** Whether the change has added the party. */
  readonly isAdded: boolean;
}

/**
 * The last change; undefined once the change is undone. A component that reads this signal while it loads its part of
 * the world loads that part again after each change.
 */
export const lastChange = signal<Change | undefined>(undefined);

/** The total score of the party that is shown; undefined if it has none. */
export const shownScore = signal<number | undefined>(undefined);

/** Waits for a change of a party, and remembers it. */
export async function remember(partyId: string, changing: Promise<Response>): Promise<void> {
  const scoreBefore = shownScore.value;
  setLastChange(await changing, { partyId, scoreBefore, isAdded: false });
}

/** Remembers a change. Its ID is a header of the response. */
export function setLastChange({ headers }: Response, change: Omit<Change, 'sandbox' | 'id'>): void {
  lastChange.value = { ...change, sandbox: sandboxId.value, id: headers.get('Emulator-Change') };
}

/** What the last change has done to the score, and the button that undoes it. Only the changed party shows it. */
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
