/** The form that chooses a provider for something that a party gets. */

import type { JSX } from 'preact';
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

interface Props {
  /** What the button says. */
  readonly label: string;
  readonly change: PartyProps['change'];
  readonly submit: (provider: Provider) => Promise<Response>;
}

export function ProviderForm({ label, change, submit }: Props): JSX.Element | null {
  if (isRecording.value) return null;
  return (
    <Form class="actions" onSubmit={(form) => change(submit(valuesIn(form)['provider'] as Provider))}>
      <label>
        <span class="hidden">Provider</span>
        <select name="provider">
          {PROVIDERS.map((provider) => (
            <option key={provider}>{provider}</option>
          ))}
        </select>
      </label>
      <button type="submit">{label}</button>
    </Form>
  );
}
