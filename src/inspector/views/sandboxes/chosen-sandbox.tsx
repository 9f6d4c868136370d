/** The sandbox that the page shows: credentials to copy, downloads, reset and remove. */

import { call } from '../../control/call.js';
import type { Sandbox } from '../../control/types.js';
import { Action, Changes, Danger, Copy, download } from '../../parts/buttons.js';
import { exportLines } from '../../parts/export-lines.js';
import { Shown } from '../../parts/loaded.js';
import { say } from '../../state/notice.js';
import { go, sandboxId } from '../../state/route.js';
import { chosenSandbox } from '../../state/sandbox.js';

/** The downloads of a sandbox: the text of the button, the path, and the end of the file's name. */
const DOWNLOADS = [
  ['HAR', 'journal/har', 'har'],
  ['Bundle', 'bundle', 'bundle.json'],
  ['State', 'state', 'state.json'],
] as const;

interface Props {
  /** Waits for a change of the sandboxes, and loads all of them again. */
  readonly reloadAfter: (change: Promise<unknown>) => Promise<unknown>;
}

/** The chosen sandbox, as soon as it is loaded. */
export function ChosenSandbox({ reloadAfter }: Props) {
  return <Shown of={chosenSandbox}>{(sandbox) => <SandboxCard sandbox={sandbox} reloadAfter={reloadAfter} />}</Shown>;
}

/** The facts of a sandbox, its credentials to copy, downloads, and the buttons that reset or remove it. */
function SandboxCard({ sandbox, reloadAfter }: Props & { readonly sandbox: Sandbox }) {
  const { id, name = id, clientId, clientSecret, variants, revision, fixture, population, seed, recorded } = sandbox;
  // While another sandbox is loaded, the sandbox before is not shown: nobody may remove it by mistake.
  if (id !== sandboxId.value) return null;

  // A recording was opened from a bundle.
  const downloads = DOWNLOADS.filter(([text]) => !recorded || text !== 'Bundle');
  const reset = async (): Promise<void> => {
    await reloadAfter(call('post', '/sandboxes/{id}/reset'));
    say(`The sandbox ${name} is as it was when it was opened.`);
  };

  const remove = async (): Promise<void> => {
    await reloadAfter(call('delete', '/sandboxes/{id}'));
    go({ sandbox: 'default', view: 'sandboxes', item: '' });
  };

  const chosenVariants = Object.entries(variants).map(([point, variant]) => `${point}=${variant}`);

  return (
    <section class="card-box" aria-label="The sandbox that is shown">
      <h3>{name}</h3>
      <p class="summary">
        <span>fixture {fixture}</span>
        <span>{population} generated parties</span>
        <span>seed {seed}</span>
        <span>revision {revision}</span>
        <span>{chosenVariants.join(', ')}</span>
      </p>
      <Changes>
        <pre class="code">{exportLines(sandbox)}</pre>
      </Changes>
      <p class="actions">
        <Changes>
          <Copy text="Copy export lines" copied={exportLines(sandbox)} />
          <Copy text="Copy client ID" copied={clientId} />
          <Copy text="Copy client secret" copied={clientSecret} />
          <Danger text="Reset" act={reset} />
        </Changes>
        {downloads.map(([text, path, file]) => (
          <Action key={file} text={text} act={() => download(`/sandboxes/${id}/${path}`, `${id}.${file}`)} />
        ))}
        {id !== 'default' && <Danger text="Remove" act={remove} />}
      </p>
    </section>
  );
}
