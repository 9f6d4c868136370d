/** The frames of what a view shows: a page, or one item in full beside its list, with facts about it. */

import type { ComponentChildren } from 'preact';
import { addressOf, route } from '../state/route.js';
import { Search } from './search.js';

interface PageProps {
  readonly title: string;
  /** What the page shows, in a sentence. */
  readonly about: string;
  /** The label of the search. Default: the page has no search. */
  readonly search?: string;
  readonly children: ComponentChildren;
}

/** A view that fills the page. */
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

/** One item in full, beside its list. */
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
  /** The item that the line leads to, as in addresses. */
  readonly item: string;
  /** The text below the title. */
  readonly about: ComponentChildren;
  /** The title. */
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
  /** The heads of the columns. Default: none. */
  readonly heads?: readonly ComponentChildren[];
  readonly children: ComponentChildren;
}

/** A table that scrolls if it is too wide. The children are its rows. */
export function Table({ label, heads = [], children }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index}>{head}</th>
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

/** A list of facts. A fact without a value is left out. */
export function Facts({ class: style = 'facts', facts }: FactsProps) {
  const known = facts.filter(([, value]) => value !== undefined);
  return (
    <dl class={style}>
      {known.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
