/** Endpoints for the world of a sandbox. */

import type { AccountChanges } from '../../../domain/world/events.js';
import type { Schemas } from '../../documents.js';
import { NO_CONTENT, ok, type ControlRequest, type Endpoint } from '../endpoint.js';
import type { SandboxControl } from '../../methods/sandbox-control.js';
import type { Decision, Delay, IssueOptions, NewParty, SupersedeOptions } from '../../methods/world/documents.js';
import type { LinkOptions } from '../../methods/world/minted-tokens.js';

export const worldEndpoints = {
  listParties: ({ sandbox, query }) => {
    const { search, offset, limit } = query as { search?: string; offset: number; limit: number };
    const { items, total } = sandbox().world.parties({ offset, limit, ...(search !== undefined && { search }) });
    return ok({ items, pagination: { offset, limit, total } });
  },
  addParty: changing(201, ({ world }, { body }) => world.addParty(body as NewParty)),
  getParty: (request) => ok(request.sandbox().world.party(partyIdIn(request))),
  getSeenParty: (request) => ok(request.sandbox().world.seen(partyIdIn(request))),
  changeParty: changing(200, ({ world }, request) =>
    world.changeParty(partyIdIn(request), request.body as AccountChanges),
  ),
  issueCredential: changing(201, ({ world }, request) => world.issue(partyIdIn(request), request.body as IssueOptions)),
  addDataRequest: changing(201, ({ world }, request) => {
    const { provider, status } = request.body as Schemas['AddDataRequest'];
    return world.request(partyIdIn(request), provider, status);
  }),
  decideDataRequests: changing(200, ({ world }, request) => world.decide(partyIdIn(request), request.body as Decision)),
  getHeldCredential: (request) => ok(request.sandbox().world.credential(contractIdIn(request))),
  revokeCredential: changing(200, ({ world }, request) => world.revoke(contractIdIn(request), delayIn(request))),
  expireCredential: changing(200, ({ world }, request) => world.expire(contractIdIn(request), delayIn(request))),
  archiveCredential: changing(200, ({ world }, request) => world.archive(contractIdIn(request), delayIn(request))),
  supersedeCredential: changing(201, ({ world }, request) =>
    world.supersede(contractIdIn(request), request.body as SupersedeOptions | undefined),
  ),
  undoChange: ({ sandbox, path }) => {
    const [first, last] = (path['change'] as string).split('-').map(Number) as [number, number];
    sandbox().world.undo({ first, last });
    return NO_CONTENT;
  },
  listEvents: ({ sandbox }) => ok(sandbox().world.events()),
  mintVerificationLink: ({ sandbox, body }) => {
    const { contractId, ...options } = body as LinkOptions & { readonly contractId: string };
    return ok(sandbox().verificationLink(contractId, options));
  },
} satisfies Record<string, Endpoint>;

/** Changes the world. The response has the numbers of the events that this adds, for those who undo it. */
function changing(status: 200 | 201, change: (sandbox: SandboxControl, request: ControlRequest) => unknown): Endpoint {
  return (request) => {
    const sandbox = request.sandbox();
    const before = sandbox.world.events().events.length;
    const body = change(sandbox, request);
    const last = sandbox.world.events().events.length;
    return { status, body, ...(last > before && { headers: { 'Emulator-Change': `${before + 1}-${last}` } }) };
  };
}

function partyIdIn({ path }: ControlRequest): string {
  return path['partyId'] as string;
}

function contractIdIn({ path }: ControlRequest): string {
  return path['contractId'] as string;
}

function delayIn({ body }: ControlRequest): Delay | undefined {
  return body as Delay | undefined;
}
