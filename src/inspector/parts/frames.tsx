/** The frames of what a view shows: a page from top to bottom, or one item in full beside its list. */

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
