/** What one can do with an exchange: take it along in several forms, or send it again. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { Changes } from '../../parts/changes.js';
import { Copy } from '../../parts/copy.js';
import { download } from '../../parts/download.js';
import { ENDINGS } from '../../parts/status.js';
import { attempt, say } from '../../state/notice.js';
import { go } from '../../state/place.js';
import { chosenSandbox, isRecording } from '../../state/sandbox.js';
import { curlCommand } from './as-curl.js';
import { testOf } from './as-test.js';
import { sendAgain } from './send-again.js';

export function Actions({ exchange }: { readonly exchange: Exchange }): JSX.Element | null {
  const sandbox = chosenSandbox.value.value;
  if (sandbox === undefined) return null;
  const { id } = sandbox;
  return (
    <p class="actions">
      <Changes>
        <button type="button" class="main" onClick={attempt(() => repeat(exchange, sandbox))}>
          Send again
        </button>
      </Changes>
      <Copy text={() => location.href}>Copy link</Copy>
      <Copy text={() => curlCommand(exchange, sandbox)}>Copy as curl</Copy>
      <Copy text={() => testOf(exchange, sandbox)}>Copy as a test</Copy>
      <Copy text={() => interactionOf(exchange, sandbox)}>Copy as a pact interaction</Copy>
      <button
        type="button"
        onClick={attempt(() =>
          download(`/sandboxes/${id}/journal/har`, `${id}-${exchange.id}.har`, { exchange: exchange.id }),
        )}
      >
        HAR
      </button>
      {!isRecording.value && (
        <button type="button" onClick={attempt(() => download(`/sandboxes/${id}/bundle`, `${id}.bundle.json`))}>
          Bundle
        </button>
      )}
    </p>
  );
}

async function repeat(exchange: Exchange, sandbox: Sandbox): Promise<void> {
  const { id, status, response } = await sendAgain(exchange, sandbox);
  say(response.ending === undefined ? `Sent; the status is ${status}.` : `Sent; ${ENDINGS[response.ending][1]}.`);
  go({ item: String(id) });
}

/** @throws Error with the reason if the pact leaves the exchange out */
async function interactionOf({ id: exchange }: Exchange, { id }: Sandbox): Promise<string> {
  const query = { consumer: 'consumer', exchange };
  const { interactions, metadata } = await call('get', '/sandboxes/{id}/pact', { path: { id }, query });
  const [interaction] = interactions;
  if (interaction !== undefined) return JSON.stringify(interaction, null, 2);
  const { leftOut } = metadata['id-emulator'] as unknown as { leftOut: readonly { reason: string }[] };
  throw new Error(`The exchange is no interaction: ${leftOut.map(({ reason }) => reason).join(', ')}.`);
}
