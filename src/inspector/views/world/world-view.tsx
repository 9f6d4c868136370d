/** The parties of the sandbox: all of them, and one in full. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Action, Changes } from '../../parts/buttons.js';
import { counted, figure } from '../../../common/reporting/phrases.js';
import { useItemKeys } from '../../parts/item-keys.js';
import { Shown, useLoaded } from '../../parts/loaded.js';
import { Filter, Search, searchedText } from '../../parts/search.js';
import { addressOf, route, go } from '../../state/route.js';
import { nameOf, PartyInFull } from './party-in-full.js';
import { Form, Input, valuesIn } from '../../parts/form.js';
import { noteChange } from './undo-change.js';

const PAGE = 50;
/** The ranges of the total score that have names, such as a high confidence. */
const BANDS = ['80 to 100', '60 to 79', '40 to 59', '20 to 39', '0 to 19'];
const HIGHEST_FIRST = 'highest score first';

export function WorldView(): JSX.Element {
  const [isAdding, setAdding] = useState(false);
  const { item, query } = route.value;
  const offset = Number(query['offset'] ?? 0);
  const search = searchedText();
  const [minScore, maxScore] = query['score']?.split(' to ').map(Number) ?? [];
  const sort = query['sort'] === HIGHEST_FIRST ? 'score' : undefined;
  const page = useLoaded(
    (signal) =>
      call('get', '/sandboxes/{id}/world/parties', {
        query: { limit: PAGE, offset, search: search === '' ? undefined : search, minScore, maxScore, sort },
        signal,
      }),
    [search, offset, query['score'], sort],
  );
  const parties = page.value.value?.items ?? [];
  useItemKeys(
    parties.map(({ partyId }) => partyId),
    'party',
  );
  return (
    <div class={item === '' ? 'split' : 'split with-item'}>
      <section class="list" aria-label="Parties">
        <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
          <Search label="Search parties" />
          <Filter name="score" label="Score" none="any score" choices={BANDS} />
          <Filter name="sort" label="Order" none="as in the world" choices={[HIGHEST_FIRST]} />
          <Changes>
            <Action aria-expanded={isAdding} act={() => setAdding(!isAdding)}>
              Add a party
            </Action>
          </Changes>
        </form>
        {isAdding && <AddParty onAdded={page.reload} />}
        <Shown of={page}>
          {({ items, pagination }) => (
            <div class="catalogue">
              <ul>
                {items.map((party) => (
                  <PartyLine key={party.partyId} party={party} isChosen={party.partyId === item} />
                ))}
              </ul>
              <Pages offset={offset} total={pagination.total} shown={items.length} />
            </div>
          )}
        </Shown>
      </section>
      {item !== '' && <PartyInFull key={item} partyId={item} onChange={page.reload} />}
    </div>
  );
}

interface PartyLineProps {
  readonly party: Party;
  readonly isChosen: boolean;
}

function PartyLine({ party, isChosen }: PartyLineProps): JSX.Element {
  const { partyId, email, credentials, requests, changed, scenario, status, score } = party;
  const pending = requests.filter((request) => request.status === 'PENDING').length;
  return (
    <li>
      <a class="entry" href={addressOf({ item: partyId })} aria-current={isChosen ? 'true' : undefined}>
        <span class="name">
          {nameOf(party)}
          {changed && <span class="chip">changed</span>}
          {scenario !== undefined && <span class="chip scenario">{scenario}</span>}
          {status !== undefined && status !== 'ACTIVE' && <span class="chip fail">{status}</span>}
        </span>
        <span class="soft anywhere">
          {email ?? partyId} · {counted(credentials.length, 'credential')}
          {score !== undefined && ` · score ${score}`}
          {pending > 0 && ` · ${counted(pending, 'pending request')}`}
        </span>
      </a>
    </li>
  );
}

function Pages({ offset, total, shown }: Record<'offset' | 'total' | 'shown', number>): JSX.Element {
  const to = (next: number): string =>
    addressOf({ query: { ...route.value.query, offset: next === 0 ? '' : String(next) } });
  return (
    <p class="actions pages">
      {offset > 0 && (
        <a class="button" href={to(Math.max(0, offset - PAGE))}>
          Before
        </a>
      )}
      <span class="soft">{total === 0 ? 'Nobody' : `${offset + 1} to ${offset + shown} of ${figure(total)}`}</span>
      {offset + shown < total && (
        <a class="button" href={to(offset + PAGE)}>
          Next
        </a>
      )}
    </p>
  );
}

/** The form that adds a party. */
function AddParty({ onAdded }: { readonly onAdded: () => void }): JSX.Element {
  const add = async (form: HTMLFormElement): Promise<void> => {
    const response = await respond('post', '/sandboxes/{id}/world/parties', { body: valuesIn(form) });
    const { partyId } = (await response.json()) as Party;
    noteChange(response, { partyId, scoreBefore: undefined, isAdded: true });
    form.reset();
    onAdded();
    go({ item: partyId });
  };
  return (
    <Form class="fields padded" label="Add a party" submit="Add" onSubmit={add}>
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
