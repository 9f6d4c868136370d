/** The sandbox that the page shows: credentials to copy, downloads, reset and remove. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import { Action, Changes, Danger, Copy, download } from '../../parts/buttons.js';
import { exportLines } from '../../parts/export-lines.js';
import { Shown } from '../../parts/loaded.js';
import { say } from '../../state/notice.js';
import { go, sandboxId } from '../../state/route.js';
import { chosenSandbox } from '../../state/sandbox.js';

/** What can be taken along of a sandbox: the word, the path, and the end of the file's name. */
const DOWNLOADS = [
  ['HAR', 'journal/har', 'har'],
  ['Bundle', 'bundle', 'bundle.json'],
  ['State', 'state', 'state.json'],
] as const;

export function ChosenSandbox({ onChange }: { readonly onChange: () => void }): JSX.Element {
  return (
    <Shown of={chosenSandbox}>
      {(sandbox) => {
        const { id, name, clientId, clientSecret, variants, revision, fixture, population, seed, recorded } = sandbox;
        // While another one is loaded, nothing is copied or removed of the one before.
        if (id !== sandboxId.value) return <></>;
        const path = { id };
        // A recording has come from a bundle.
        const downloads = DOWNLOADS.filter(([text]) => !recorded || text !== 'Bundle');
        const reset = async (): Promise<void> => {
          await call('post', '/sandboxes/{id}/reset', { path });
          say(`The sandbox ${name ?? id} is as it was when it was opened.`);
          onChange();
        };
        const remove = async (): Promise<void> => {
          await call('delete', '/sandboxes/{id}', { path });
          go({ sandbox: 'default', view: 'sandboxes', item: '' });
          onChange();
        };
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
            <Changes>
              <pre class="code">{exportLines(sandbox)}</pre>
            </Changes>
            <p class="actions">
              <Changes>
                <Copy text={exportLines(sandbox)}>Copy export lines</Copy>
                <Copy text={clientId}>Copy client ID</Copy>
                <Copy text={clientSecret}>Copy client secret</Copy>
                <Danger act={reset}>Reset</Danger>
              </Changes>
              {downloads.map(([text, path, file]) => (
                <Action key={file} act={() => download(`/sandboxes/${id}/${path}`, `${id}.${file}`)}>
                  {text}
                </Action>
              ))}
              {id !== 'default' && <Danger act={remove}>Remove</Danger>}
            </p>
          </section>
        );
      }}
    </Shown>
  );
}
