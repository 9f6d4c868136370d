/** The sandbox that the page shows: its credentials to copy, what can be taken along of it, reset and remove. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import { Copy } from '../../parts/copy.js';
import { download } from '../../parts/download.js';
import { exportLines } from '../../parts/export-lines.js';
import { Shown } from '../../parts/shown.js';
import { attempt, say } from '../../state/notice.js';
import { go } from '../../state/place.js';
import { chosenSandbox } from '../../state/sandbox.js';

export function ChosenSandbox({ onChange }: { readonly onChange: () => void }): JSX.Element {
  return (
    <Shown of={chosenSandbox}>
      {(sandbox) => {
        const { id, name, clientId, clientSecret, variants, revision, fixture, population, seed } = sandbox;
        const path = { id };
        const reset = attempt(async () => {
          await call('post', '/sandboxes/{id}/reset', { path });
          say(`The sandbox ${name ?? id} is as it was when it was opened.`);
          onChange();
        });
        const remove = attempt(async () => {
          await call('delete', '/sandboxes/{id}', { path });
          go({ sandbox: 'default', view: 'sandboxes', item: '' });
          onChange();
        });
        const chosenVariants = Object.entries(variants).map(([point, variant]) => `${point}=${variant}`);
        return (
          <section class="card-box" aria-label="The sandbox that is shown">
            <h3>{name ?? id}</h3>
            <p class="summary">
              <span>fixture {fixture}</span>
              <span>{population} generated parties</span>
              <span>seed {seed}</span>
              <span>revision {revision}</span>
              {chosenVariants.length > 0 && <span>{chosenVariants.join(', ')}</span>}
            </p>
            <pre class="code">{exportLines(sandbox)}</pre>
            <p class="actions">
              <Copy text={exportLines(sandbox)}>Copy export lines</Copy>
              <Copy text={clientId}>Copy client ID</Copy>
              <Copy text={clientSecret}>Copy client secret</Copy>
              <button type="button" onClick={attempt(() => download(`/sandboxes/${id}/journal/har`, `${id}.har`))}>
                HAR
              </button>
              <button type="button" onClick={attempt(() => download(`/sandboxes/${id}/bundle`, `${id}.bundle.json`))}>
                Bundle
              </button>
              <button type="button" onClick={attempt(() => download(`/sandboxes/${id}/state`, `${id}.state.json`))}>
                State
              </button>
              <button type="button" class="danger" onClick={reset}>
                Reset
              </button>
              {id !== 'default' && (
                <button type="button" class="danger" onClick={remove}>
                  Remove
                </button>
              )}
            </p>
          </section>
        );
      }}
    </Shown>
  );
}
