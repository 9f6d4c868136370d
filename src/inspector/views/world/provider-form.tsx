/** A list of what a party has from providers, and a form that chooses a provider for one more. */

import type { ComponentChildren, JSX } from 'preact';
import { Changes } from '../../parts/buttons.js';
import { Choice, Form, valuesIn } from '../../parts/form.js';
import { remember } from './undo-change.js';

/** The verification providers (specification section 2.2). */
const PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ProvidedProps {
  readonly title: string;
  readonly cards: readonly JSX.Element[];
  /** What the button of the form says. */
  readonly label: string;
  readonly partyId: string;
  /** @param others what was typed in the other fields, by their names */
  readonly submit: (provider: Provider, others: Readonly<Record<string, string>>) => Promise<Response>;
  /** Further fields of the form. Default: none. */
  readonly children?: ComponentChildren;
}

export function Provided({ title, cards, label, partyId, submit, children }: ProvidedProps) {
  const act = (form: HTMLFormElement): Promise<void> => {
    const { provider, ...others } = valuesIn(form);
    return remember(partyId, submit(provider as Provider, others));
  };
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul class="cards">{cards}</ul>
      {cards.length === 0 && <p class="soft">None.</p>}
      <Changes>
        <Form class="actions" onSubmit={act}>
          <Choice name="provider" label="Provider" choices={PROVIDERS} />
          {children}
          <button type="submit">{label}</button>
        </Form>
      </Changes>
    </section>
  );
}
