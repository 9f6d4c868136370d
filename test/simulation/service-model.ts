/**
 * A simple model of the service, to compare emulators with. It knows parties, data requests, credentials, links, access
 * tokens and one scenario, and imports nothing of the emulator: what both get wrong in the same way must be written twice.
 */

export type Provider = 'GITHUB' | 'GOOGLE';

type RequestStatus = 'PENDING' | 'APPROVED' | 'REJECTED';

interface Credential {
  readonly contractId: string;
  readonly provider: Provider;
  readonly state: 'active' | 'revoked' | 'superseded';
}

interface Party {
  readonly partyId: string;
  readonly credentials: readonly Credential[];
  readonly requests: readonly { readonly provider: Provider; readonly status: RequestStatus }[];
}

/** Everything that the model knows of one sandbox. */
export interface SandboxModel {
  /** Milliseconds since 1970. The clock is frozen. */
  readonly now: number;
  /** Number of exchanges so far: each response states its own. */
  readonly exchanges: number;
  readonly parties: readonly Party[];
  /** How many of the next calls are refused with 429. */
  readonly refusals: number;
}

/** A request of a client. Tokens and links say until when they are valid, so the model need not remember them. */
export type ClientRequest =
  | { readonly type: 'token' }
  | ({ readonly type: 'users' } & Authorized)
  | ({ readonly type: 'credentials'; readonly partyId: string } & Authorized)
  | ({ readonly type: 'request data'; readonly partyId: string; readonly provider: Provider } & Authorized)
  | ({ readonly type: 'generate link'; readonly contractId: string } & Authorized)
  | { readonly type: 'check link'; readonly contractId: string; readonly linkExpiresAt: number };

interface Authorized {
  readonly tokenExpiresAt: number;
}

/** A change by the control plane. */
export type ControlChange =
  | { readonly type: 'add party'; readonly partyId: string }
  | { readonly type: 'issue'; readonly partyId: string; readonly provider: Provider; readonly contractId: string }
  | { readonly type: 'revoke'; readonly contractId: string }
  | { readonly type: 'reject'; readonly partyId: string; readonly provider: Provider }
  | { readonly type: 'advance'; readonly milliseconds: number }
  | { readonly type: 'refuse calls'; readonly calls: number };

/** What a response says, in the words of the model. */
export interface Answer {
  readonly status: number;
  /** What the body says, sorted. */
  readonly facts: readonly string[];
}

/** The state after a request or a change, and the answer to it. */
export interface Outcome {
  readonly after: SandboxModel;
  readonly answer: Answer;
}

/** A new sandbox of the fixture `empty`. */
export function newSandbox(now: number): SandboxModel {
  return { now, exchanges: 0, parties: [], refusals: 0 };
}

export function afterRequest(before: SandboxModel, request: ClientRequest): Outcome {
  const counted = { ...before, exchanges: before.exchanges + 1 };
  if (request.type === 'token') return answered(counted, 200);
  if ('tokenExpiresAt' in request && request.tokenExpiresAt <= before.now) return answered(counted, 401);
  if (before.refusals > 0) return answered({ ...counted, refusals: before.refusals - 1 }, 429);
  switch (request.type) {
    case 'users':
      return answered(counted, 200, rowsOf(before));
    case 'credentials':
      return answered(counted, 200, shownCredentials(before, request.partyId));
    case 'request data':
      return requestData(counted, request);
    case 'generate link':
      return answered(counted, disclosedCredential(before, request.contractId) === undefined ? 404 : 200);
    case 'check link':
      return check(counted, request);
  }
}

export function afterChange(before: SandboxModel, change: ControlChange): Outcome {
  switch (change.type) {
    case 'add party': {
      if (partyOf(before, change.partyId) !== undefined) return answered(before, 409);
      const party = { partyId: change.partyId, credentials: [], requests: [] };
      return answered({ ...before, parties: [...before.parties, party] }, 201);
    }
    case 'issue':
      return issue(before, change);
    case 'revoke':
      return revoke(before, change.contractId);
    case 'reject':
      return reject(before, change);
    case 'advance':
      return answered({ ...before, now: before.now + change.milliseconds }, 200);
    case 'refuse calls':
      return answered({ ...before, refusals: change.calls }, 200);
  }
}

function answered(after: SandboxModel, status: number, facts: readonly string[] = []): Outcome {
  return { after, answer: { status, facts: facts.toSorted() } };
}

function rowsOf({ parties }: SandboxModel): string[] {
  return parties.flatMap(({ partyId, requests }) =>
    requests.map(({ provider, status }) => `${partyId} ${provider} ${status}`),
  );
}

function shownCredentials(model: SandboxModel, partyId: string): string[] {
  const party = partyOf(model, partyId);
  return (party?.credentials ?? [])
    .filter(({ provider, state }) => state !== 'superseded' && discloses(party!, provider))
    .map(({ contractId, state }) => `${contractId} ${state}`);
}

function requestData(
  model: SandboxModel,
  { partyId, provider }: { readonly partyId: string; readonly provider: Provider },
): Outcome {
  const party = partyOf(model, partyId);
  if (party === undefined) return answered(model, 404);
  const isOpen = party.requests.some((request) => request.provider === provider && request.status !== 'REJECTED');
  if (isOpen) return answered(model, 204);
  return answered(withParty(model, { ...party, requests: [...party.requests, { provider, status: 'PENDING' }] }), 204);
}

function check(
  model: SandboxModel,
  { contractId, linkExpiresAt }: { readonly contractId: string; readonly linkExpiresAt: number },
): Outcome {
  const credential = disclosedCredential(model, contractId);
  if (linkExpiresAt <= model.now || credential === undefined) return answered(model, 404);
  return answered(model, 200, [`${contractId} ${credential.state}`]);
}

/** The new credential is disclosed and supersedes earlier ones: it approves a pending request, or adds an approved one. */
function issue(
  model: SandboxModel,
  {
    partyId,
    provider,
    contractId,
  }: { readonly partyId: string; readonly provider: Provider; readonly contractId: string },
): Outcome {
  const party = partyOf(model, partyId);
  if (party === undefined) return answered(model, 404);
  if (holderOf(model, contractId) !== undefined) return answered(model, 409);
  const approved = party.requests.map((request) =>
    request.provider === provider && request.status === 'PENDING' ? { provider, status: 'APPROVED' as const } : request,
  );
  const isDisclosed = approved.some((request) => request.provider === provider && request.status === 'APPROVED');
  const changed: Party = {
    partyId,
    credentials: [
      ...party.credentials.map((held) =>
        held.provider === provider && held.state === 'active' ? { ...held, state: 'superseded' as const } : held,
      ),
      { contractId, provider, state: 'active' },
    ],
    requests: isDisclosed ? approved : [...approved, { provider, status: 'APPROVED' }],
  };
  return answered(withParty(model, changed), 201);
}

function revoke(model: SandboxModel, contractId: string): Outcome {
  const party = holderOf(model, contractId);
  if (party === undefined) return answered(model, 404);
  const credential = party.credentials.find((held) => held.contractId === contractId)!;
  if (credential.state !== 'active') return answered(model, 409);
  const credentials = party.credentials.map((held) =>
    held.contractId === contractId ? { ...held, state: 'revoked' as const } : held,
  );
  return answered(withParty(model, { ...party, credentials }), 200);
}

function reject(
  model: SandboxModel,
  { partyId, provider }: { readonly partyId: string; readonly provider: Provider },
): Outcome {
  const party = partyOf(model, partyId);
  if (party === undefined) return answered(model, 404);
  const isPending = (request: Party['requests'][number]): boolean =>
    request.provider === provider && request.status === 'PENDING';
  if (!party.requests.some(isPending)) return answered(model, 409);
  const requests = party.requests.map((request) =>
    isPending(request) ? { provider, status: 'REJECTED' as const } : request,
  );
  return answered(withParty(model, { ...party, requests }), 200);
}

function partyOf({ parties }: SandboxModel, partyId: string): Party | undefined {
  return parties.find((party) => party.partyId === partyId);
}

function holderOf({ parties }: SandboxModel, contractId: string): Party | undefined {
  return parties.find(({ credentials }) => credentials.some((held) => held.contractId === contractId));
}

function disclosedCredential(model: SandboxModel, contractId: string): Credential | undefined {
  const party = holderOf(model, contractId);
  const credential = party?.credentials.find((held) => held.contractId === contractId);
  return party !== undefined && credential !== undefined && discloses(party, credential.provider)
    ? credential
    : undefined;
}

function discloses({ requests }: Party, provider: Provider): boolean {
  return requests.some((request) => request.provider === provider && request.status === 'APPROVED');
}

function withParty(model: SandboxModel, changed: Party): SandboxModel {
  return {
    ...model,
    parties: model.parties.map((party) => (party.partyId === changed.partyId ? changed : party)),
  };
}
