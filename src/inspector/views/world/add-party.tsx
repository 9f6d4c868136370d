/** The form that adds a party. */

import type { JSX } from 'preact';
import { respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Form, Input, valuesIn } from '../../parts/form.js';
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
      <Input label="first name" name="firstName" />
      <Input label="last name" name="lastName" />
      <Input label="email" hint="A party with credentials needs one." name="email" />
      <Input label="username" name="username" />
      <Input
        label="scenario"
        hint="For every call that concerns the party."
        name="scenario"
        placeholder="server-error"
      />
    </Form>
  );
}
