/** The head of a view: its title, what it is about, and its search. */

import type { ComponentChildren, JSX } from 'preact';

interface Props {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function ViewHead({ title, children }: Props): JSX.Element {
  return (
    <header class="view-head">
      <h2>{title}</h2>
      {children}
    </header>
  );
}
