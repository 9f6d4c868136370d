/** The parties of the sandbox: all of them, and one in full. */

import { useState } from 'preact/hooks';
import { call, respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Action } from '../../parts/buttons.js';
import { counted, figure } from '../../../common/reporting/phrases.js';
import { Entry } from '../../parts/frames.js';
import { useItemKeys } from '../../parts/item-keys.js';
import { Shown, useLoaded } from '../../parts/loaded.js';
import { Filter, Search, searchedText } from '../../parts/search.js';
import { addressOf, route, go } from '../../state/route.js';
import { nameOf, PartyInFull } from './party-in-full.js';
import { Form, Input, valuesIn } from '../../parts/form.js';
import { lastChange, setLastChange } from './undo-change.js';

/** How many parties a page has. */
const PAGE_SIZE = 50;
/** The ranges of the total score. Each level of confidence has one range; the highest comes first. */
const BANDS = ['80 to 100', '60 to 79', '40 to 59', '20 to 39', '0 to 19'];
const HIGHEST_FIRST = 'highest score first';

/** The list of the parties, by the search and the filters of the address, and beside it the chosen one. */
export function WorldView() {
  const [isAdding, setAdding] = useState(false);

  const { item, query } = route.value;
  const offset = Number(query['offset'] ?? 0);
  const search = searchedText();
  const [minScore, maxScore] = query['score']?.split(' to ').map(Number) ?? [];
  const sort = query['sort'] === HIGHEST_FIRST ? ('score' as const) : undefined;

  const page = useLoaded(
    (signal) => {
      // The list is loaded again when this changes.
      void lastChange.value;
      const parameters = { limit: PAGE_SIZE, offset, search: search || undefined, minScore, maxScore, sort };
      return call('get', '/sandboxes/{id}/world/parties', { query: parameters, signal });
    },
    [search, offset, query['score'], sort],
  );

  const ids = (page.value.value?.items ?? []).map(({ partyId }) => partyId);
  useItemKeys(ids, 'party');

  return (
    <div class="split">
      <section class="list" aria-label="Parties">
        <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
          <Search label="Search parties" />
          <Filter name="score" label="Score" none="any score" choices={BANDS} />
          <Filter name="sort" label="Order" none="as in the world" choices={[HIGHEST_FIRST]} />
          <Action changes text="Add a party" aria-expanded={isAdding} act={() => setAdding(!isAdding)} />
        </form>
        {isAdding && <AddParty />}
        <Shown of={page}>
          {({ items, pagination }) => (
            <div class="catalogue">
              <ul>
                {items.map((party) => (
                  <PartyLine key={party.partyId} party={party} />
                ))}
              </ul>
              <Pages offset={offset} total={pagination.total} shown={items.length} />
            </div>
          )}
        </Shown>
      </section>
      {item !== '' && <PartyInFull key={item} partyId={item} />}
    </div>
  );
}

/** A party in the list: its name, what is special about it, and a line with the rest. */
function PartyLine({ party }: { readonly party: Party }) {
  const { partyId, email, credentials, requests, changed, scenario, status, score } = party;
  const pending = requests.filter((request) => request.status === 'PENDING').length;
  const about = [
    email ?? partyId,
    counted(credentials.length, 'credential'),
    score !== undefined && `score ${score}`,
    pending > 0 && counted(pending, 'pending request'),
  ];

  return (
    <Entry item={partyId} about={about.filter((part) => part !== false).join(' · ')}>
      {nameOf(party)}
      {changed && <span class="chip">changed</span>}
      {scenario !== undefined && <span class="chip scenario">{scenario}</span>}
      {status !== undefined && status !== 'ACTIVE' && <span class="chip fail">{status}</span>}
    </Entry>
  );
}

/** Links to the pages of the list. */
function Pages({ offset, total, shown }: Record<'offset' | 'total' | 'shown', number>) {
  const pageLink = (name: string, from: number) => (
    // The default of 0 is left out of the address.
    <a class="button" href={addressOf({ query: { ...route.value.query, offset: from === 0 ? '' : String(from) } })}>
      {name}
    </a>
  );
  return (
    <p class="actions pages">
      {offset > 0 && pageLink('Before', Math.max(0, offset - PAGE_SIZE))}
      <span class="soft">{total === 0 ? 'Nobody' : `${offset + 1} to ${offset + shown} of ${figure(total)}`}</span>
      {offset + shown < total && pageLink('Next', offset + PAGE_SIZE)}
    </p>
  );
}

/** The form that adds a party. */
function AddParty() {
  const add = async (form: HTMLFormElement): Promise<void> => {
    const response = await respond('post', '/sandboxes/{id}/world/parties', { body: valuesIn(form) });
    const { partyId } = (await response.json()) as Party;
    setLastChange(response, { partyId, scoreBefore: undefined, isAdded: true });
    form.reset();
    go({ item: partyId });
  };
  return (
    <Form class="fields padded" aria-label="Add a party" submit="Add" onSubmit={add}>
      <Input label="first name" name="firstName" />
      <Input label="last name" name="lastName" />
      <Input label="email" hint="A party with credentials needs one." name="email" />
      <Input label="username" name="username" />
      <Input
        label="scenario"
        hint="For every call that concerns the party."
        name="scenario"
        placeholder="server-error"
      />
    </Form>
  );
}
