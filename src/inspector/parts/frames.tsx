/** The frames of what a view shows: a page, or one item in full beside its list, with facts about it. */

import type { ComponentChildren, JSX } from 'preact';
import { addressOf } from '../state/route.js';
import { Search } from './search.js';

interface PageProps {
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly about: string;
  /** The label of its search. Default: it has none. */
  readonly search?: string;
  readonly children: ComponentChildren;
}

export function Page({ title, about, search, children }: PageProps): JSX.Element {
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

export function Item({ title, label = title, children }: ItemProps): JSX.Element {
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

interface TableProps {
  /** For screen readers. */
  readonly label: string;
  /** Default: it has no heads. */
  readonly heads?: readonly ComponentChildren[];
  readonly children: ComponentChildren;
}

export function Table({ label, heads = [], children }: TableProps): JSX.Element {
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

type Fact = readonly [name: string, value: ComponentChildren];

/** Facts about one thing: a name and a value each. Those without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined)
        .flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}
