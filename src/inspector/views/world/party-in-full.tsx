/** One party: its account, credentials and data requests, and what the institution sees of it. */

import { useEffect } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Copy } from '../../parts/buttons.js';
import { Facts, Item } from '../../parts/frames.js';
import { Shown, useLoaded } from '../../parts/loaded.js';
import { addressOf } from '../../state/route.js';
import { NextCalls } from '../scenarios/next-calls.js';
import { Credentials } from './credentials.js';
import { Requests } from './requests.js';
import { Seen, totalScoreOf } from './seen.js';
import { lastChange, shownScore, UndoChange } from './undo-change.js';

/** Forgets the score that the page showed for a party. */
function forgetScore(): void {
  shownScore.value = undefined;
}

/** A party in full: as the world has it, and as the institution sees it. */
export function PartyInFull({ partyId }: { readonly partyId: string }) {
  const path = { partyId };
  const party = useLoaded((signal) => {
    // The party is loaded again when this changes.
    void lastChange.value;
    return call('get', '/sandboxes/{id}/world/parties/{partyId}', { path, signal });
  });
  const seen = useLoaded(async (signal) => {
    void lastChange.value;
    const view = await call('get', '/sandboxes/{id}/world/parties/{partyId}/seen', { path, signal });
    shownScore.value = totalScoreOf(view);

    return view;
  });
  // The effect has an end only: then the page shows this party no longer.
  useEffect(() => forgetScore, []);
  const known = party.value.value;

  return (
    <Item label="Party" title={known === undefined ? partyId : nameOf(known)}>
      <Shown of={party}>
        {(shown) => (
          <>
            <Facts
              facts={[
                ['party ID', <span class="mono anywhere">{shown.partyId}</span>],
                ['email', shown.email],
                ['username', shown.username],
                ['user ID, status', `${shown.userId} ${shown.status ?? ''}`],
                ['scenario', shown.scenario && <span class="mono">{shown.scenario}</span>],
              ]}
            />
            <p class="actions">
              <Copy text="Copy party ID" copied={shown.partyId} />
              <a
                class="button"
                href={addressOf({ view: 'exchanges', item: '', query: { text: `party:${shown.partyId}` } })}
              >
                Exchanges about this party
              </a>
            </p>
            <NextCalls of={{ party: shown.partyId }} what="about this party" />
            <UndoChange partyId={partyId} />
            <Credentials party={shown} />
            <Requests party={shown} />
          </>
        )}
      </Shown>
      <Shown of={seen}>{(view) => <Seen seen={view} />}</Shown>
    </Item>
  );
}

/** The name of a party for people. */
export function nameOf({ firstName, lastName, email, partyId }: Party): string {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return name === '' ? (email ?? partyId) : name;
}
