/** The filters of the list. They are in the address, so a link shows the same list. */

import { figure } from '../../../common/reporting/phrases.js';
import { MOST_KEPT, outlines, paused, shownExchanges, SLOWEST_FIRST } from '../../state/exchanges.js';
import { search } from '../../state/search.js';
import { Action } from '../../parts/buttons.js';
import { Form } from '../../parts/form.js';
import { Filter, Search } from '../../parts/search.js';
import { go, route } from '../../state/route.js';

/** The search and the filters above the exchanges. */
export function Filters() {
  const all = outlines.value;
  const shown = shownExchanges.value.length;
  // The search also finds exchanges that the list does not have.
  const total = Math.max(all.length, shown);
  const menus = [
    ['status', 'Status', ['failed', '2xx', '4xx', '5xx', ...valuesIn(all.map(({ status }) => String(status)))]],
    ['operation', 'Operation', valuesIn(all.flatMap(({ operation }) => operation ?? []))],
    ['client', 'Client', valuesIn(all.flatMap(({ clientId }) => clientId ?? []))],
  ] as const;

  return (
    <Form class="filters" role="search" onSubmit={openNumber}>
      <Search label="Search exchanges" />
      {menus.map(([name, label, choices]) => (
        <Filter key={name} name={name} label={label} none={`any ${name}`} choices={choices} />
      ))}
      <Filter name="sort" label="Order" none="newest first" choices={[SLOWEST_FIRST]} />
      <Action
        text="Pause"
        aria-pressed={paused.value !== undefined}
        act={() => (paused.value = paused.value === undefined ? all : undefined)}
      />
      <span class="count" role="status">
        {all.length === MOST_KEPT && 'the newest '}
        {shown === total ? figure(total) : `${figure(shown)} of ${figure(total)}`}
        {!search.value.isOver && ' so far'}
      </span>
    </Form>
  );
}

/** Opens the exchange whose number is searched for, such as `#5`. */
function openNumber(): void {
  const { query } = route.value;
  const [, number] = /^#(\d+)$/.exec(query['text'] ?? '') ?? [];
  if (number !== undefined) go({ item: number, query: { ...query, text: '' } });
}

/** Each value once, in order. */
function valuesIn(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
