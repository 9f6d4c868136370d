/** POST /institutions/me/credentials/request: one pending data request per provider (specification section 4.2). */

import type { Provider } from '../../domain/world/model.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { nextDataRequest } from '../../domain/world/disclosure.js';
import type { WorldEvent } from '../../domain/world/events.js';
import { openRequest, partyAt } from '../../domain/world/lifecycle.js';
import { emptyResponse } from '../../../contract/response.js';
import type { OperationHandler } from './call.js';
import { explainParty } from './explain-absence.js';
import { notFound } from '../service-error.js';

/** The time after which a new request becomes visible in a variant, in milliseconds. */
const SHOWS_LATER = 2_000;

export const createCredentialsRequest: OperationHandler = (call) => {
  const { exchange, request, requestShowsAfter, rules, time } = call;
  const { sandbox } = exchange;
  const { partyId, providers } = request.body as { partyId: string; providers: readonly Provider[] };
  const party = sandbox.world.party(partyId);
  if (party === undefined) throw notFound('Party not found.', explainParty(sandbox, partyId), 'unknown-party-request');

  // A provider with an open request gets no second one: repeating the call has no effect.
  const present = partyAt(party, time, rules);
  const wanted = [...new Set(providers)].filter((provider) => openRequest(present, provider) === undefined);

  // In a variant, requests show only later. A scenario may set another delay.
  const usualDelay = rules.requested === 'later' ? SHOWS_LATER : 0;
  const delay = requestShowsAfter > 0 ? requestShowsAfter : usualDelay;
  requestData(sandbox, partyId, wanted, delay);

  const isRepeated = wanted.length === 0 && providers.length > 0;
  return isRepeated ? { ...emptyResponse(), variantPoint: 'repeated-request' } : emptyResponse();
};

/** Creates one data request per provider. All of them share one proposal ID. */
function requestData(sandbox: Sandbox, partyId: string, providers: readonly Provider[], showsAfter: number): void {
  const now = sandbox.clock.now();
  let proposalId: string | undefined;
  for (const provider of providers) {
    const next = nextDataRequest(sandbox, provider, 'PENDING', now);
    proposalId ??= next.proposalId;
    const event: WorldEvent = { type: 'data-requested', partyId, request: { ...next, proposalId } };
    if (showsAfter > 0) sandbox.world.schedule(sandbox.clock.timeAfter(showsAfter), event);
    else sandbox.world.apply(event);
  }
}
