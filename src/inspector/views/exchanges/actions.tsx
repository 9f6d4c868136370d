/** What one can do with an exchange: take it along in several forms, or send it again. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { Action, Changes, Copy, download } from '../../parts/buttons.js';
import { ENDINGS } from '../../parts/status.js';
import { say } from '../../state/notice.js';
import { go } from '../../state/route.js';
import { activeScenarios } from '../../state/scenarios.js';
import { chosenSandbox } from '../../state/sandbox.js';
import { controlToken } from '../../state/session.js';
import { curlOf } from './as-curl.js';
import { testOf } from './as-test.js';
import {
  authorizationOf,
  authorizationValue,
  bodyOf,
  CLIENT_SECRET_MARKER,
  headersOf,
  targetOf,
} from './repeatable.js';

export function Actions({ exchange }: { readonly exchange: Exchange }): JSX.Element | null {
  const sandbox = chosenSandbox.value.value;
  if (sandbox === undefined) return null;
  const { id } = sandbox;
  return (
    <p class="actions">
      <Changes>
        <Action class="main" act={() => sendAgain(exchange, sandbox)}>
          Send again
        </Action>
      </Changes>
      <Copy text={() => location.href}>Copy link</Copy>
      <Copy text={() => curlOf(exchange, sandbox, surroundings())}>Copy as curl</Copy>
      <Copy text={() => testOf(exchange, sandbox)}>Copy as a test</Copy>
      <Copy text={() => interactionOf(exchange, sandbox)}>Copy as a pact interaction</Copy>
      <Action act={() => download(`/sandboxes/${id}/journal/har?exchange=${exchange.id}`, `${id}-${exchange.id}.har`)}>
        HAR
      </Action>
      <Changes>
        <Action act={() => download(`/sandboxes/${id}/bundle`, `${id}.bundle.json`)}>Bundle</Action>
      </Changes>
    </p>
  );
}

function surroundings(): Parameters<typeof curlOf>[2] {
  return { isGuarded: controlToken.value !== undefined, hasScenarios: (activeScenarios.value.value ?? []).length > 0 };
}

/**
 * With a new token of the same client, since the old one is redacted. The emulator sends it, so that it does not count
 * as a request of the client.
 */
async function sendAgain(exchange: Exchange, { id, clientId, clientSecret }: Sandbox): Promise<void> {
  const body = bodyOf(exchange)?.replaceAll(CLIENT_SECRET_MARKER, encodeURIComponent(clientSecret));
  const authorization = authorizationOf(exchange);
  const value = authorizationValue(authorization, clientSecret);
  const answered = await call('post', '/sandboxes/{id}/requests', {
    path: { id },
    body: {
      method: exchange.method,
      target: targetOf(exchange),
      headers: [...headersOf(exchange), ...(value === undefined ? [] : [['Authorization', value]])],
      ...(body !== undefined && { body }),
      // Its suffix may select a scenario.
      ...(authorization.kind === 'valid' && { clientId: exchange.clientId ?? clientId }),
    },
  });
  const { ending } = answered.response;
  say(ending === undefined ? `Sent; the status is ${answered.status}.` : `Sent; ${ENDINGS[ending][1]}.`);
  go({ item: String(answered.id) });
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
