/** The form that adds a party. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import { attempt } from '../../state/notice.js';
import { go, sandboxId } from '../../state/place.js';

export function AddParty({ onAdded }: { readonly onAdded: () => void }): JSX.Element {
  const add = (form: HTMLFormElement): void =>
    attempt(async () => {
      const given = [...new FormData(form)].filter(([, value]) => value !== '');
      const { partyId } = await call('post', '/sandboxes/{id}/world/parties', {
        path: { id: sandboxId.value },
        body: Object.fromEntries(given),
      });
      form.reset();
      onAdded();
      go({ item: partyId });
    })();
  return (
    <form
      class="fields padded"
      aria-label="Add a party"
      onSubmit={(event) => {
        event.preventDefault();
        add(event.currentTarget);
      }}
    >
      <label>
        <span>first name</span>
        <input name="firstName" />
      </label>
      <label>
        <span>last name</span>
        <input name="lastName" />
      </label>
      <label>
        <span>email</span>
        <input name="email" />
        <small>A party with credentials needs one.</small>
      </label>
      <label>
        <span>username</span>
        <input name="username" />
      </label>
      <label>
        <span>scenario</span>
        <input name="scenario" placeholder="server-error" />
        <small>For every call that concerns the party.</small>
      </label>
      <p class="actions">
        <button type="submit" class="main">
          Add
        </button>
      </p>
    </form>
  );
}
