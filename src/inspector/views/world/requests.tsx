/** The data requests to a party, and its decisions on them. */

import type { JSX } from 'preact';
import { respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { dayAndTime } from '../../parts/format.js';
import { sandboxId } from '../../state/place.js';
import { isRecording } from '../../state/sandbox.js';
import { type PartyProps, type Provider, ProviderForm } from './provider-form.js';

export function Requests({ party: { partyId, requests }, change }: PartyProps): JSX.Element {
  const path = { id: sandboxId.value, partyId };
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
                <button type="button" onClick={change(() => decide(id, 'APPROVED'))}>
                  Approve
                </button>
                <button type="button" onClick={change(() => decide(id, 'REJECTED'))}>
                  Reject
                </button>
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
