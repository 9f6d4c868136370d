/** The world of a sandbox. */

import type {
  Decision,
  Delay,
  Disclosure,
  IssueOptions,
  NewCredential,
  NewParty,
} from '../../domain/world/change-requests.js';
import type { DataRequest, RequestStatus } from '../../domain/world/model.js';
import type { AccountChanges } from '../../domain/world/events.js';
import { created, ok, type ControlCall, type Endpoint } from '../endpoint.js';

interface RequestBody {
  readonly provider: DataRequest['provider'];
  readonly status?: RequestStatus;
}

export const worldEndpoints = {
  listParties: ({ sandbox, query }) => {
    const { search, offset, limit } = query as { search?: string; offset: number; limit: number };
    const { items, total } = sandbox().world.parties({ offset, limit, ...(search !== undefined && { search }) });
    return ok({ items, pagination: { offset, limit, total } });
  },
  addParty: ({ sandbox, body }) => created(sandbox().world.addParty(body as NewParty)),
  getParty: (call) => ok(call.sandbox().world.party(partyIdOf(call))),
  changeParty: (call) => ok(call.sandbox().world.changeParty(partyIdOf(call), call.body as AccountChanges)),
  issueCredential: (call) => created(call.sandbox().world.issue(partyIdOf(call), call.body as IssueOptions)),
  addDataRequest: (call) => {
    const { provider, status } = call.body as RequestBody;
    return created(call.sandbox().world.request(partyIdOf(call), provider, status));
  },
  decideDataRequests: (call) => ok(call.sandbox().world.decide(partyIdOf(call), call.body as Decision)),
  getHeldCredential: (call) => ok(call.sandbox().world.credential(contractIdOf(call))),
  revokeCredential: (call) => ok(call.sandbox().world.revoke(contractIdOf(call), call.body as Delay | undefined)),
  expireCredential: (call) => ok(call.sandbox().world.expire(contractIdOf(call), call.body as Delay | undefined)),
  archiveCredential: (call) => ok(call.sandbox().world.archive(contractIdOf(call), call.body as Delay | undefined)),
  supersedeCredential: (call) =>
    created(
      call
        .sandbox()
        .world.supersede(contractIdOf(call), call.body as (Partial<NewCredential> & Disclosure & Delay) | undefined),
    ),
  listEvents: ({ sandbox }) => ok(sandbox().world.events()),
} satisfies Record<string, Endpoint>;

function partyIdOf({ path }: ControlCall): string {
  return path['partyId'] as string;
}

function contractIdOf({ path }: ControlCall): string {
  return path['contractId'] as string;
}
