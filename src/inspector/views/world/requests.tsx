/** The data requests to a party, and its decisions on them. */

import { respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Action } from '../../parts/buttons.js';
import { dayAndTime } from '../../parts/format.js';
import { Provided, type Provider } from './provider-form.js';
import { remember } from './undo-change.js';

/** The data requests of a party, and a form that adds one. */
export function Requests({ party: { partyId, requests } }: { readonly party: Party }) {
  const path = { partyId };
  const decide = (requestId: number, status: 'APPROVED' | 'REJECTED'): Promise<void> => {
    const body = { status, requestId };
    return remember(partyId, respond('post', '/sandboxes/{id}/world/parties/{partyId}/decisions', { path, body }));
  };

  const request = (provider: Provider): Promise<Response> =>
    respond('post', '/sandboxes/{id}/world/parties/{partyId}/requests', { path, body: { provider } });
  const cards = requests.map(({ id, provider, status, requestedAt }) => (
    <li key={id} class="card-line">
      <p>
        <strong>{provider}</strong> <span class={`chip ${CHIPS[status]}`}>{status}</span>{' '}
        <span class="soft">
          {id}
          {requestedAt !== undefined && ` · ${dayAndTime(requestedAt)}`}
        </span>
      </p>
      {status === 'PENDING' && (
        <p class="actions">
          <Action changes text="Approve" act={() => decide(id, 'APPROVED')} />
          <Action changes text="Reject" act={() => decide(id, 'REJECTED')} />
        </p>
      )}
    </li>
  ));

  return <Provided title="Data requests" cards={cards} label="Request" partyId={partyId} submit={request} />;
}

/** The style of each status: those of verdicts serve as colours. */
const CHIPS: Readonly<Record<Party['requests'][number]['status'], string>> = {
  PENDING: 'suspected',
  APPROVED: 'pass',
  REJECTED: 'fail',
  EXPIRED: 'fail',
};
