/** The last change of a world that this page has made: its effect on the score, and a button to undo it. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import { Action } from '../../parts/buttons.js';
import { go, sandboxId } from '../../state/route.js';

interface LastChange {
  readonly partyId: string;
  /** The party's total score before it; undefined if there was none. */
  readonly scoreBefore: number | undefined;
  /** Whether it has added the party. */
  readonly isAdded?: boolean;
}

const lastChange = signal<(LastChange & { readonly sandbox: string; readonly change: string }) | undefined>(undefined);

/** Remembers a change by the response to it. */
export function noteChange({ headers }: Response, last: LastChange): void {
  const change = headers.get('Emulator-Change');
  lastChange.value = change === null ? undefined : { ...last, sandbox: sandboxId.value, change };
}

interface Props {
  readonly partyId: string;
  /** The party's total score now; undefined if it has none. */
  readonly score: number | undefined;
  readonly onUndone: () => void;
}

/** Shown on the page of the party that was changed last. */
export function UndoChange({ partyId, score, onUndone }: Props): JSX.Element | null {
  const last = lastChange.value;
  if (last?.partyId !== partyId || last.sandbox !== sandboxId.value) return null;
  const { change, scoreBefore, isAdded } = last;
  const undo = async (): Promise<void> => {
    await call('delete', '/sandboxes/{id}/world/changes/{change}', { path: { change } });
    lastChange.value = undefined;
    if (isAdded) go({ item: '' });
    onUndone();
  };
  return (
    <p class="bar" role="status">
      <span>{scoreBefore === score ? 'Changed.' : `Score: ${scoreBefore ?? 'none'} → ${score ?? 'none'}`}</span>{' '}
      <Action act={undo}>Undo</Action>
    </p>
  );
}
