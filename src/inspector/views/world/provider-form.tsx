/** The form that chooses a provider for something that a party gets. */

import type { ComponentChildren } from 'preact';
import { Changes } from '../../parts/buttons.js';
import { Choice, Form, valuesIn } from '../../parts/form.js';
import { change } from './undo-change.js';

/** The verification providers (specification section 2.2). */
const PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ProviderFormProps {
  /** What the button says. */
  readonly label: string;
  readonly partyId: string;
  /** @param others what was typed in the other fields, by their names */
  readonly submit: (provider: Provider, others: Readonly<Record<string, string>>) => Promise<Response>;
  /** Other fields. Default: none. */
  readonly children?: ComponentChildren;
}

export function ProviderForm({ label, partyId, submit, children }: ProviderFormProps) {
  const act = (form: HTMLFormElement): Promise<void> => {
    const { provider, ...others } = valuesIn(form);
    return change(partyId, submit(provider as Provider, others));
  };
  return (
    <Changes>
      <Form class="actions" onSubmit={act}>
        <Choice name="provider" label="Provider" choices={PROVIDERS} />
        {children}
        <button type="submit">{label}</button>
      </Form>
    </Changes>
  );
}
