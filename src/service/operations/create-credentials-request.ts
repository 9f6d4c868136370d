/** POST /institutions/me/credentials/request: one pending data request per provider (specification section 4.2). */

import type { Party, Provider } from '../../domain/world/model.js';
import { nextRequestIdentity } from '../../domain/population/identifiers.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { DataRequested } from '../../domain/world/events.js';
import { emptyResponse } from '../../contract/response.js';
import type { ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';
import { explainParty } from './explain-absence.js';
import { notFound } from '../service-failure.js';

interface CredentialsRequest {
  readonly partyId: string;
  readonly providers: readonly Provider[];
}

export function createCredentialsRequest({ sandbox, request, requestShowsAfter }: Call): ServiceResponse {
  const { partyId, providers } = request.body as CredentialsRequest;
  const party = sandbox.world.party(partyId);
  if (party === undefined)
    throw notFound('Party not found.', explainParty(sandbox, partyId), {
      point: 'unknown-party-request',
      subject: partyId,
    });
  for (const provider of new Set(providers)) {
    if (!isPending(party, provider)) requestData(sandbox, partyId, provider, requestShowsAfter);
  }
  return emptyResponse();
}

function isPending(party: Party, provider: Provider): boolean {
  return party.requests.some((request) => request.status === 'PENDING' && request.provider === provider);
}

function requestData(sandbox: Sandbox, partyId: string, provider: Provider, showsAfter: number): void {
  const { id, proposalId } = nextRequestIdentity(sandbox);
  const now = sandbox.clock.now();
  const event: DataRequested = {
    type: 'data-requested',
    partyId,
    request: { id, proposalId, provider, status: 'PENDING', requestedAt: { at: now } },
  };
  if (showsAfter > 0) sandbox.world.schedule(sandbox.clock.timeAfter(showsAfter), event);
  else sandbox.world.apply(event);
}
