/** The filters of the list. They are in the address, so a link shows the same list. */

import type { JSX } from 'preact';
import { found, journaled, outlines, paused } from '../../state/exchanges.js';
import { criteria, NO_OPERATION, search } from '../../state/search.js';
import { Action } from '../../parts/buttons.js';
import { Choice } from '../../parts/form.js';
import { Search } from '../../parts/search.js';
import { go, route } from '../../state/route.js';

export function Filters(): JSX.Element {
  const all = outlines.value;
  const shown = found.value;
  const total = journaled.value;
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const number = /^#(\d+)$/.exec(route.value.query['text'] ?? '')?.[1];
        if (number !== undefined) go({ item: number, query: { ...route.value.query, text: '' } });
      }}
    >
      <Search label="Search exchanges" />
      <Filter name="status" label="Status" none="any status" choices={statusesIn(all.map(({ status }) => status))} />
      <Filter
        name="operation"
        label="Operation"
        none="any operation"
        choices={valuesIn(all.map(({ operation }) => operation ?? NO_OPERATION))}
      />
      <Filter
        name="client"
        label="Client"
        none="any client"
        choices={valuesIn(all.flatMap(({ clientId }) => clientId ?? []))}
      />
      <Action
        aria-pressed={paused.value !== undefined}
        act={() => (paused.value = paused.value === undefined ? all : undefined)}
      >
        Pause
      </Action>
      {criteria.value.map(({ name, value, word }) => (
        <Action key={word} class="criterion" aria-label={`Remove ${name}: ${value}`} act={() => drop(word)}>
          {name}: {value} ×
        </Action>
      ))}
      <span class="count" role="status">
        {shown === total
          ? total.toLocaleString('en')
          : `${shown.toLocaleString('en')} of ${total.toLocaleString('en')}`}
        {!search.value.isOver && ' so far'}
      </span>
    </form>
  );
}

interface Props {
  readonly name: string;
  readonly label: string;
  /** What the menu says while it lets everything through. */
  readonly none: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

function Filter({ name, label, none, choices }: Props): JSX.Element {
  const value = route.value.query[name] ?? '';
  const isKnown = value === '' || choices.some(([choice]) => choice === value);
  const all = isKnown ? choices : [[value, value] as const, ...choices];
  return <Choice value={value} choices={all} none={none} label={label} onChoose={(chosen) => set(name, chosen)} />;
}

function drop(word: string): void {
  const rest = (route.value.query['text'] ?? '').split(/\s+/).filter((each) => each !== word);
  set('text', rest.join(' '));
}

function set(name: string, value: string): void {
  go({ query: { ...route.value.query, [name]: value } }, { replace: true });
}

function statusesIn(statuses: readonly number[]): [string, string][] {
  const single = [...new Set(statuses)].toSorted((one, other) => one - other);
  return ['failed', '2xx', '4xx', '5xx', ...single.map(String)].map((status) => [status, status]);
}

function valuesIn(values: readonly string[]): [string, string][] {
  return [...new Set(values)].toSorted().map((value) => [value, value === NO_OPERATION ? 'no operation' : value]);
}
