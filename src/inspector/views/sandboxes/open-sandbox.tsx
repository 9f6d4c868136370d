/** The form that opens a sandbox. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import type { NewSandbox } from '../../control/types.js';
import { attempt } from '../../state/notice.js';
import { go } from '../../state/place.js';

export function OpenSandbox(): JSX.Element {
  const open = (form: HTMLFormElement): void =>
    attempt(async () => {
      const { id } = await call('post', '/sandboxes', { body: optionsIn(new FormData(form)) });
      form.reset();
      go({ sandbox: id, view: 'sandboxes', item: '' });
    })();
  return (
    <section aria-label="Open a sandbox">
      <h3>Open a sandbox</h3>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          open(event.currentTarget);
        }}
      >
        <label>
          <span>name</span>
          <input name="name" maxLength={200} />
          <small>A label for people.</small>
        </label>
        <label>
          <span>fixture</span>
          <select name="fixture">
            <option value="">as the emulator</option>
            <option>default</option>
            <option>empty</option>
          </select>
        </label>
        <label>
          <span>generated parties</span>
          <input name="population" type="number" min="0" placeholder="as the emulator" />
        </label>
        <label>
          <span>seed</span>
          <input name="seed" type="number" min="0" placeholder="as the emulator" />
        </label>
        <label>
          <span>scenarios</span>
          <input name="scenario" placeholder="rate-limit-burst;burst=2" />
          <small>In the syntax of the Emulator-Scenario header.</small>
        </label>
        <p class="actions">
          <button type="submit" class="main">
            Open
          </button>
        </p>
      </form>
    </section>
  );
}

const NUMBERS = ['population', 'seed'];

/** What was typed. The control plane checks it, and says what is wrong. */
function optionsIn(form: FormData): NewSandbox {
  const given = [...form].filter(([, value]) => value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]));
}
