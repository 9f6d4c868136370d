/** What one can do with an exchange: send its request again or changed, compare it, copy it in several forms. */

import { useState } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Exchange, Sandbox, SendRequest } from '../../control/types.js';
import { Action, Copy, download } from '../../parts/buttons.js';
import { say } from '../../state/notice.js';
import { go, route } from '../../state/route.js';
import { chosenSandbox } from '../../state/sandbox.js';
import { controlToken } from '../../state/session.js';
import { chooseOther } from './comparison.js';
import type { CopyName } from './copies.js';
import { EditRequest } from './edit-request.js';
import { requestLike } from './repeatable.js';

/** The forms in which a request can be copied. */
const COPIES: readonly CopyName[] = ['curl', 'fetch', 'Python', 'a test'];

/** What can be done with an exchange: repeat it, copy it, compare it. */
export function Actions({ exchange }: { readonly exchange: Exchange }) {
  const sandbox = chosenSandbox.value.value;
  const [edited, setEdited] = useState<SendRequest | undefined>(undefined);
  if (sandbox === undefined) return null;

  const { id } = sandbox;
  const path = `/sandboxes/${id}`;
  const edit = (): void => setEdited(edited === undefined ? requestLike(exchange, sandbox) : undefined);
  const send = (request: SendRequest): Promise<void> => sendLike(exchange, id, request);
  // The code that writes copies is loaded when it is needed.
  const copy = async (name: CopyName): Promise<string> => {
    const { copyOf } = await import('./copies.js');
    return copyOf(name, exchange, sandbox, { isGuarded: controlToken.value !== undefined });
  };

  return (
    <>
      <p class="actions">
        <Action changes class="main" text="Send again" act={() => send(requestLike(exchange, sandbox))} />
        <Action changes text="Edit and send" aria-expanded={edited !== undefined} act={edit} />
        <Action text="Compare" act={() => chooseOther(exchange)} />
        <Copy text="Copy link" copied={() => location.href} />
        {COPIES.map((name) => (
          <Copy key={name} text={`Copy as ${name}`} copied={() => copy(name)} />
        ))}
        <Copy text="Copy as a pact interaction" copied={() => interactionOf(exchange, sandbox)} />
        <Action
          text="HAR"
          act={() => download(`${path}/journal/har?exchange=${exchange.id}`, `${id}-${exchange.id}.har`)}
        />
        {/* A recording has no such button: it was opened from a bundle. */}
        <Action changes text="Bundle" act={() => download(`${path}/bundle`, `${id}.bundle.json`)} />
      </p>
      {edited !== undefined && <EditRequest request={edited} send={send} />}
    </>
  );
}

/**
 * Sends a request that was made from an exchange, and shows both exchanges beside each other. The emulator sends the
 * request, so that it does not count as a request of the client.
 */
async function sendLike({ id: from }: Exchange, id: string, body: SendRequest): Promise<void> {
  const sent = await call('post', '/sandboxes/{id}/requests', { path: { id }, body });
  say(`Sent; ${sent.ended ?? `the status is ${sent.status}`}.`);
  go({ item: String(sent.id), query: { ...route.value.query, with: String(from) } });
}

/** The exchange as JSON of a pact. @throws Error with the reason if the pact leaves the exchange out */
async function interactionOf({ id: exchange }: Exchange, { id }: Sandbox): Promise<string> {
  const query = { consumer: 'consumer', exchange };
  const { interactions, metadata } = await call('get', '/sandboxes/{id}/pact', { path: { id }, query });
  const [interaction] = interactions;
  if (interaction !== undefined) return JSON.stringify(interaction, null, 2);

  const { leftOut } = metadata['id-emulator'] as unknown as { leftOut: readonly { reason: string }[] };
  throw new Error(`The exchange is no interaction: ${leftOut.map(({ reason }) => reason).join(', ')}.`);
}
