/** The sandboxes: all of them, the chosen one, and a form that opens one. */

import { call } from '../../control/call.js';
import type { Sandbox } from '../../control/types.js';
import { dayAndTime } from '../../parts/format.js';
import { Page, Table } from '../../parts/frames.js';
import { Shown, useLoaded } from '../../parts/loaded.js';
import { isSearched } from '../../parts/search.js';
import { openBundles } from '../../state/bundles.js';
import { addressOf, sandboxId } from '../../state/route.js';
import { openSandbox } from '../../state/sandbox.js';
import { ChosenSandbox } from './chosen-sandbox.js';
import { Choice, Field, Form, Input, valuesIn } from '../../parts/form.js';

/** How many sandboxes are shown: there may be thousands. */
const MOST_SHOWN = 200;

/** All sandboxes, and what can be done with the chosen one. */
export function SandboxesView() {
  const sandboxes = useLoaded(async (signal) => (await call('get', '/sandboxes', { signal })).sandboxes);
  return (
    <Page
      title="Sandboxes"
      about="Isolated institutions, for example one for each test. The page shows one at a time."
      search="Search sandboxes"
    >
      <Shown of={sandboxes}>{(all) => <SandboxTable sandboxes={all} />}</Shown>
      <ChosenSandbox reloadAfter={sandboxes.reloadAfter} />
      <OpenSandbox />
      <label class="padded">
        Open a bundle, to look at it{' '}
        <input
          type="file"
          accept=".json"
          multiple
          onChange={({ currentTarget: { files } }) => openBundles(files ?? [])}
        />{' '}
        <span class="soft">
          Or drop it anywhere on the page. It goes to this emulator alone, and changes no sandbox.
        </span>
      </label>
    </Page>
  );
}

/** The sandboxes in a table, from which one is chosen. */
function SandboxTable({ sandboxes }: { readonly sandboxes: readonly Sandbox[] }) {
  const found = sandboxes.filter(({ id, name = '', clientId }) => isSearched(id, name, clientId));
  return (
    <>
      <Table
        label="All sandboxes"
        heads={['sandbox', 'client ID', <div class="number-cell">exchanges</div>, 'clock (UTC)']}
      >
        {found.slice(0, MOST_SHOWN).map(({ id, name, clientId, exchanges, clock, recorded }) => (
          <tr key={id} aria-current={id === sandboxId.value ? 'true' : undefined}>
            <td class="anywhere">
              <a href={addressOf({ sandbox: id, view: 'sandboxes', item: '' })}>{name ?? id}</a>{' '}
              {name !== undefined && <span class="soft">{id}</span>}{' '}
              {id === sandboxId.value && <span class="chip pass">shown</span>}
              {recorded && <span class="chip">recording</span>}
            </td>
            <td class="mono anywhere">{clientId}</td>
            <td class="number-cell" data-unit={exchanges === 1 ? 'exchange' : 'exchanges'}>
              <a href={addressOf({ sandbox: id, view: 'exchanges', item: '', query: {} })}>{exchanges}</a>
            </td>
            <td class="mono nowrap">
              {dayAndTime(clock.time)}
              {clock.frozen && <span class="chip suspected">stopped</span>}
            </td>
          </tr>
        ))}
      </Table>
      {found.length > MOST_SHOWN && <p class="soft">{found.length - MOST_SHOWN} more: search for them.</p>}
    </>
  );
}

/** The form that opens a sandbox. */
function OpenSandbox() {
  const open = async (form: HTMLFormElement): Promise<void> => {
    await openSandbox(valuesIn(form));
    form.reset();
  };
  return (
    <section aria-label="Open a sandbox">
      <h3>Open a sandbox</h3>
      <Form class="fields" submit="Open" onSubmit={open}>
        <Input label="name" hint="A label for people." name="name" maxLength={200} />
        <Field label="fixture">
          <Choice name="fixture" none="as the emulator" choices={['default', 'sound', 'empty']} />
        </Field>
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
