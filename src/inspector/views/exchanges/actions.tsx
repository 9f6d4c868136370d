/** What one can take along of an exchange. */

import type { JSX } from 'preact';
import type { Exchange } from '../../control/types.js';
import { Copy } from '../../parts/copy.js';
import { chosenSandbox } from '../../state/sandbox.js';
import { curlCommand } from './as-curl.js';

export function Actions({ exchange }: { readonly exchange: Exchange }): JSX.Element | null {
  const sandbox = chosenSandbox.value.value;
  if (sandbox === undefined) return null;
  return (
    <p class="actions">
      <Copy text={() => curlCommand(exchange, sandbox)}>Copy as curl</Copy>
    </p>
  );
}
