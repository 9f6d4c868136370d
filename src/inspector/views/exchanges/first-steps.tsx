/** What to do while there are no exchanges. */

import type { JSX } from 'preact';
import { Copy } from '../../parts/copy.js';
import { exportLines } from '../../parts/export-lines.js';
import { connection } from '../../state/exchanges.js';
import { addressOf } from '../../state/place.js';
import { chosenSandbox } from '../../state/sandbox.js';

export function FirstSteps(): JSX.Element {
  const sandbox = chosenSandbox.value.value;
  const { isOpen, error } = connection.value;
  if (error !== '')
    return (
      <p class="empty">
        <a href={addressOf({ view: 'sandboxes', item: '' })}>All sandboxes</a>
      </p>
    );
  if (sandbox === undefined || !isOpen) return <p class="empty">Connecting …</p>;
  const lines = exportLines(sandbox);
  return (
    <div class="empty">
      <h2>No exchanges yet</h2>
      <p>Point your client at this sandbox. Each call appears here as it is answered, with the reason.</p>
      <pre class="code">{lines}</pre>
      <Copy text={lines}>Copy</Copy>
    </div>
  );
}
