/** The frames of what a view shows: a page, or one item in full beside its list, with facts about it. */

import type { ComponentChildren } from 'preact';
import { addressOf, route } from '../state/route.js';
import { Search } from './search.js';

interface PageProps {
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly about: string;
  /** The label of its search. Default: it has none. */
  readonly search?: string;
  readonly children: ComponentChildren;
}

export function Page({ title, about, search, children }: PageProps) {
  return (
    <div class="page">
      <header class="view-head">
        <h2>{title}</h2>
        <p class="soft">{about}</p>
        {search !== undefined && <Search label={search} />}
      </header>
      {children}
    </div>
  );
}

interface ItemProps {
  readonly title: string;
  /** For screen readers. Default: the title. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Item({ title, label = title, children }: ItemProps) {
  return (
    <article class="item" aria-label={label}>
      <header class="item-head">
        <h2>{title}</h2>
        <a class="button" href={addressOf({ item: '' })}>
          Close
        </a>
      </header>
      {children}
    </article>
  );
}

interface EntryProps {
  /** The item that it leads to, as in addresses. */
  readonly item: string;
  /** Below its title. */
  readonly about: ComponentChildren;
  /** Its title. */
  readonly children: ComponentChildren;
}

/** A line of a list. */
export function Entry({ item, about, children }: EntryProps) {
  return (
    <li>
      <a class="entry" href={addressOf({ item })} aria-current={item === route.value.item ? 'true' : undefined}>
        <span class="title">{children}</span>
        <span class="soft anywhere">{about}</span>
      </a>
    </li>
  );
}

interface TableProps {
  /** For screen readers. */
  readonly label: string;
  /** Default: it has no heads. */
  readonly heads?: readonly ComponentChildren[];
  readonly children: ComponentChildren;
}

export function Table({ label, heads = [], children }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={at}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface FactsProps {
  /** The class of its style. Default: `facts`. */
  readonly class?: string;
  readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
}

/** A name and a value each. Those without a value are left out. */
export function Facts({ class: style = 'facts', facts }: FactsProps) {
  const known = facts.filter(([, value]) => value !== undefined);
  return (
    <dl class={style}>
      {known.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
