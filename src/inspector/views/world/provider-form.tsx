/** The form that chooses a provider for something that a party gets. */

import type { ComponentChildren, JSX } from 'preact';
import type { Party } from '../../control/types.js';
import { Form, valuesIn } from '../../parts/form.js';
import { isRecording } from '../../state/sandbox.js';

/** The verification providers (specification section 2.2). */
const PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a part of a party's page is given. */
export interface PartyProps {
  readonly party: Party;
  /** Loads again what is shown, once the change was made. */
  readonly change: (changing: Promise<Response>) => Promise<void>;
}

export interface ProviderFormProps {
  /** What the button says. */
  readonly label: string;
  readonly change: PartyProps['change'];
  /** @param others what was typed in the other fields, by their names */
  readonly submit: (provider: Provider, others: Readonly<Record<string, string>>) => Promise<Response>;
  /** Other fields. Default: none. */
  readonly children?: ComponentChildren;
}

export function ProviderForm({ label, change, submit, children }: ProviderFormProps): JSX.Element | null {
  if (isRecording.value) return null;
  const act = (form: HTMLFormElement): Promise<void> => {
    const { provider, ...others } = valuesIn(form);
    return change(submit(provider as Provider, others));
  };
  return (
    <Form class="actions" onSubmit={act}>
      <label>
        <span class="hidden">Provider</span>
        <select name="provider">
          {PROVIDERS.map((provider) => (
            <option key={provider}>{provider}</option>
          ))}
        </select>
      </label>
      {children}
      <button type="submit">{label}</button>
    </Form>
  );
}
