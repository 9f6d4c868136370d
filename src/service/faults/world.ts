/** Changes the world around a call that is answered as it should be: what a client has read is no longer so. */

import { hash32 } from '../../domain/time/random.js';
import { nextRequestIdentity } from '../../domain/sandbox/request-identity.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { WorldFault } from '../../scenarios/fault.js';
import type { ServiceResponse } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

export const performWorld: FaultPerformer<WorldFault> = (
  { change, after = 0 },
  { caller: { sandbox }, overrides },
  next,
) => {
  const known = sandbox.world.history.length;
  if (change === 'request-shows-later') overrides.requestShowsAfter = after;
  const answer = next();
  if (answer.status >= 400) return answer;
  if (change === 'request-is-approved') decideNewRequests(sandbox, known, 'APPROVED', after);
  if (change === 'request-is-rejected') decideNewRequests(sandbox, known, 'REJECTED', after);
  if (change === 'listed-credential-is-revoked') revokeFirstListed(sandbox, answer, after);
  if (change === 'row-is-inserted') insertRow(sandbox, after);
  return answer;
};

/** Decides the data requests that this call has made. */
function decideNewRequests(
  { world, clock }: Sandbox,
  known: number,
  status: 'APPROVED' | 'REJECTED',
  after: number,
): void {
  for (const event of world.history.slice(known)) {
    if (event.type !== 'data-requested') continue;
    const { partyId, request } = event;
    world.schedule(clock.timeAfter(after), { type: 'data-request-decided', partyId, requestId: request.id, status });
  }
}

function revokeFirstListed({ world, clock }: Sandbox, { body }: ServiceResponse, after: number): void {
  const items = (Array.isArray(body) ? body : (body as { items?: unknown[] }).items) as
    { contractId?: string }[] | undefined;
  const holding = world.disclosedCredential(
    items?.find(({ contractId }) => isActive(world, contractId))?.contractId ?? '',
  );
  if (holding === undefined) return;
  const { party, credential } = holding;
  world.schedule(clock.timeAfter(after), {
    type: 'credential-changed',
    partyId: party.partyId,
    contractId: credential.contractId,
    state: 'revoked',
  });
}

function isActive(world: Sandbox['world'], contractId: string | undefined): boolean {
  return contractId !== undefined && world.disclosedCredential(contractId)?.credential.state === 'active';
}

/** A new data request to a generated party: the users list grows at its front, and its approval lets the others grow too. */
function insertRow(sandbox: Sandbox, after: number): void {
  const { world, clock, seed } = sandbox;
  const { population } = world.base;
  if (population.size === 0) return;
  const { number, id, proposalId } = nextRequestIdentity(sandbox);
  const party = population.party(hash32(seed, 0x696e7372, number) % population.size);
  const provider = party.credentials[0]!.provider;
  const request = {
    id,
    proposalId,
    provider,
    status: 'APPROVED',
    requestedAt: { at: clock.timeAfter(after) },
  } as const;
  world.schedule(clock.timeAfter(after), { type: 'data-requested', partyId: party.partyId, request });
}
