/** The form that opens a sandbox. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import type { NewSandbox } from '../../control/types.js';
import { Field, Form, Input, valuesIn } from '../../parts/form.js';
import { attempt } from '../../state/notice.js';
import { go } from '../../state/place.js';

export function OpenSandbox(): JSX.Element {
  const open = (form: HTMLFormElement): void =>
    attempt(async () => {
      const { id } = await call('post', '/sandboxes', { body: optionsIn(form) });
      form.reset();
      go({ sandbox: id, view: 'sandboxes', item: '' });
    })();
  return (
    <section aria-label="Open a sandbox">
      <h3>Open a sandbox</h3>
      <Form class="fields" submit="Open" onSubmit={open}>
        <Input label="name" hint="A label for people." name="name" maxLength={200} />
        <Field label="fixture">
          <select name="fixture">
            <option value="">as the emulator</option>
            <option>default</option>
            <option>empty</option>
          </select>
        </Field>
        <Input label="generated parties" name="population" type="number" min="0" placeholder="as the emulator" />
        <Input label="seed" name="seed" type="number" min="0" placeholder="as the emulator" />
        <Input
          label="scenarios"
          hint="In the syntax of the Emulator-Scenario header."
          name="scenario"
          placeholder="rate-limit-burst;burst=2"
        />
      </Form>
    </section>
  );
}

const NUMBERS = ['population', 'seed'];

/** What was typed. The control plane checks it, and says what is wrong. */
function optionsIn(form: HTMLFormElement): NewSandbox {
  const given = Object.entries(valuesIn(form));
  return Object.fromEntries(given.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]));
}
