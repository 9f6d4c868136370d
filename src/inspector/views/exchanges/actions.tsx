/** What one can do with an exchange: send it again or changed, compare it, take it along in several forms. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Exchange, Sandbox, SendRequest } from '../../control/types.js';
import { Action, Changes, Copy, download } from '../../parts/buttons.js';
import { say } from '../../state/notice.js';
import { go, route } from '../../state/route.js';
import { chosenSandbox } from '../../state/sandbox.js';
import { controlToken } from '../../state/session.js';
import { chooseOther } from './comparison.js';
import type { CopyName } from './copies.js';
import { EditRequest } from './edit-request.js';
import { requestLike } from './repeatable.js';

const COPIES: readonly CopyName[] = ['curl', 'fetch', 'Python', 'a test'];

export function Actions({ exchange }: { readonly exchange: Exchange }): JSX.Element | null {
  const sandbox = chosenSandbox.value.value;
  const [edited, setEdited] = useState<SendRequest | undefined>(undefined);
  if (sandbox === undefined) return null;
  const { id } = sandbox;
  const send = (request: SendRequest): Promise<void> => sendLike(exchange, id, request);
  // What writes them is loaded when it is needed.
  const copy = async (name: CopyName): Promise<string> => {
    const { copyOf } = await import('./copies.js');
    return copyOf(name, exchange, sandbox, controlToken.value !== undefined);
  };
  return (
    <>
      <p class="actions">
        <Changes>
          <Action class="main" act={() => send(requestLike(exchange, sandbox))}>
            Send again
          </Action>
          <Action
            aria-expanded={edited !== undefined}
            act={() => setEdited(edited === undefined ? requestLike(exchange, sandbox) : undefined)}
          >
            Edit and send
          </Action>
        </Changes>
        <Action act={() => chooseOther(exchange)}>Compare</Action>
        <Copy text={() => location.href}>Copy link</Copy>
        {COPIES.map((name) => (
          <Copy key={name} text={() => copy(name)}>
            Copy as {name}
          </Copy>
        ))}
        <Copy text={() => interactionOf(exchange, sandbox)}>Copy as a pact interaction</Copy>
        <Action
          act={() => download(`/sandboxes/${id}/journal/har?exchange=${exchange.id}`, `${id}-${exchange.id}.har`)}
        >
          HAR
        </Action>
        <Changes>
          <Action act={() => download(`/sandboxes/${id}/bundle`, `${id}.bundle.json`)}>Bundle</Action>
        </Changes>
      </p>
      {edited !== undefined && <EditRequest request={edited} send={send} />}
    </>
  );
}

/**
 * Shows the new exchange beside the one that its request was made from. The emulator sends the request, so that it does
 * not count as one of the client.
 */
async function sendLike({ id: from }: Exchange, id: string, body: SendRequest): Promise<void> {
  const answered = await call('post', '/sandboxes/{id}/requests', { path: { id }, body });
  const { ended, status } = answered;
  say(`Sent; ${ended ?? `the status is ${status}`}.`);
  go({ item: String(answered.id), query: { ...route.value.query, with: String(from) } });
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
