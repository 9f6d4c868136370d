/** Endpoints for the world of a sandbox. */

import type { AccountChanges } from '../../domain/world/events.js';
import type { Schemas } from '../documents.js';
import { created, ok, type ControlRequest, type Endpoint } from '../endpoint.js';
import type { Decision, Delay, IssueOptions, NewParty, SupersedeOptions } from './documents.js';
import type { LinkOptions } from './minted-tokens.js';

export const worldEndpoints = {
  listParties: ({ sandbox, query }) => {
    const { search, offset, limit } = query as { search?: string; offset: number; limit: number };
    const { items, total } = sandbox().world.parties({ offset, limit, ...(search !== undefined && { search }) });
    return ok({ items, pagination: { offset, limit, total } });
  },
  addParty: ({ sandbox, body }) => created(sandbox().world.addParty(body as NewParty)),
  getParty: (request) => ok(request.sandbox().world.party(partyIdIn(request))),
  getSeenParty: (request) => ok(request.sandbox().world.seen(partyIdIn(request))),
  changeParty: (request) => ok(request.sandbox().world.changeParty(partyIdIn(request), request.body as AccountChanges)),
  issueCredential: (request) =>
    created(request.sandbox().world.issue(partyIdIn(request), request.body as IssueOptions)),
  addDataRequest: (request) => {
    const { provider, status } = request.body as Schemas['AddDataRequest'];
    return created(request.sandbox().world.request(partyIdIn(request), provider, status));
  },
  decideDataRequests: (request) => ok(request.sandbox().world.decide(partyIdIn(request), request.body as Decision)),
  getHeldCredential: (request) => ok(request.sandbox().world.credential(contractIdIn(request))),
  revokeCredential: (request) => ok(request.sandbox().world.revoke(contractIdIn(request), delayIn(request))),
  expireCredential: (request) => ok(request.sandbox().world.expire(contractIdIn(request), delayIn(request))),
  archiveCredential: (request) => ok(request.sandbox().world.archive(contractIdIn(request), delayIn(request))),
  supersedeCredential: (request) =>
    created(request.sandbox().world.supersede(contractIdIn(request), request.body as SupersedeOptions | undefined)),
  listEvents: ({ sandbox }) => ok(sandbox().world.events()),
  mintVerificationLink: ({ sandbox, body }) => {
    const { contractId, ...options } = body as LinkOptions & { readonly contractId: string };
    return ok(sandbox().verificationLink(contractId, options));
  },
} satisfies Record<string, Endpoint>;

function partyIdIn({ path }: ControlRequest): string {
  return path['partyId'] as string;
}

function contractIdIn({ path }: ControlRequest): string {
  return path['contractId'] as string;
}

function delayIn({ body }: ControlRequest): Delay | undefined {
  return body as Delay | undefined;
}
