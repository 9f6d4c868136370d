/** The data requests to a party, and its decisions on them. */

import type { JSX } from 'preact';
import { respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Action } from '../../parts/buttons.js';
import { dayAndTime } from '../../parts/format.js';
import { isRecording } from '../../state/sandbox.js';
import { type PartyProps, type Provider, ProviderForm } from './provider-form.js';

export function Requests({ party: { partyId, requests }, change }: PartyProps): JSX.Element {
  const path = { partyId };
  const decide = (requestId: number, status: 'APPROVED' | 'REJECTED'): Promise<Response> =>
    respond('post', '/sandboxes/{id}/world/parties/{partyId}/decisions', { path, body: { status, requestId } });
  const request = (provider: Provider): Promise<Response> =>
    respond('post', '/sandboxes/{id}/world/parties/{partyId}/requests', { path, body: { provider } });
  return (
    <section aria-label="Data requests">
      <h3>Data requests</h3>
      <ul class="cards">
        {requests.map(({ id, provider, status, requestedAt }) => (
          <li key={id} class="card-line">
            <p>
              <strong>{provider}</strong> <span class={`chip ${CHIPS[status]}`}>{status}</span>{' '}
              <span class="soft">
                {id}
                {requestedAt !== undefined && ` · ${dayAndTime(requestedAt)}`}
              </span>
            </p>
            {status === 'PENDING' && !isRecording.value && (
              <p class="actions">
                <Action act={() => change(decide(id, 'APPROVED'))}>Approve</Action>
                <Action act={() => change(decide(id, 'REJECTED'))}>Reject</Action>
              </p>
            )}
          </li>
        ))}
      </ul>
      {requests.length === 0 && <p class="soft">None.</p>}
      <ProviderForm label="Request" change={change} submit={request} />
    </section>
  );
}

const CHIPS: Readonly<Record<Party['requests'][number]['status'], string>> = {
  PENDING: 'suspected',
  APPROVED: 'pass',
  REJECTED: 'fail',
  EXPIRED: 'fail',
};
