/** The form that adds a party. */

import type { JSX } from 'preact';
import { respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Field, Form, valuesIn } from '../../parts/form.js';
import { attempt } from '../../state/notice.js';
import { go } from '../../state/place.js';
import { noteChange } from './undo-change.js';

export function AddParty({ onAdded }: { readonly onAdded: () => void }): JSX.Element {
  const add = (form: HTMLFormElement): void =>
    attempt(async () => {
      const response = await respond('post', '/sandboxes/{id}/world/parties', { body: valuesIn(form) });
      const { partyId } = (await response.json()) as Party;
      noteChange(response, { partyId, scoreBefore: undefined, isAdded: true });
      form.reset();
      onAdded();
      go({ item: partyId });
    })();
  return (
    <Form class="fields padded" label="Add a party" submit="Add" onSubmit={add}>
      <Field label="first name">
        <input name="firstName" />
      </Field>
      <Field label="last name">
        <input name="lastName" />
      </Field>
      <Field label="email" hint="A party with credentials needs one.">
        <input name="email" />
      </Field>
      <Field label="username">
        <input name="username" />
      </Field>
      <Field label="scenario" hint="For every call that concerns the party.">
        <input name="scenario" placeholder="server-error" />
      </Field>
    </Form>
  );
}
