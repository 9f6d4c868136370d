/** Changes of the world that a scenario causes after a call, such as a party that approves a new data request. */

import type { Sandbox } from '../sandbox/sandbox.js';
import { Now } from '../time/now.js';
import { hash32, hashText } from '../time/random.js';
import { disclosureEvents, usualCredential } from './disclosure.js';
import { canDisclose, openRequest, partyAt, pendingUntilDecision } from './lifecycle.js';
import { PROVIDERS, type Party, type Provider } from './model.js';
import type { StandingRules } from './standing-rules.js';

/** The call after which the world changes. */
interface CallBefore {
  /** The body of the response to the call. */
  readonly body: unknown;
  /** The number of events in the world before the call. */
  readonly eventsBefore: number;
  /** When the change happens, in milliseconds after the call. */
  readonly after: number;
  /** How many rows to insert. */
  readonly rows: number;
  /** The rules of the sandbox's contract. */
  readonly rules: StandingRules;
}

/** The changes, by their names in scenario files. */
export const WORLD_CHANGES = {
  'request-is-approved': (sandbox, call) => decideRequests(sandbox, call, 'APPROVED'),
  'request-is-rejected': (sandbox, call) => decideRequests(sandbox, call, 'REJECTED'),
  'listed-credential-is-revoked': revokeFirstListed,
  'listed-party-is-removed': removeFirstListed,
  'row-is-inserted': (sandbox, call) => {
    for (let row = 0; row < call.rows; row++) insertRow(sandbox, call);
  },
} as const satisfies Readonly<Record<string, (sandbox: Sandbox, call: CallBefore) => void>>;

/**
 * The party decides the data requests that the call created. Before it approves a request, it obtains the credential
 * that it then discloses.
 */
function decideRequests(sandbox: Sandbox, { eventsBefore, after }: CallBefore, status: 'APPROVED' | 'REJECTED'): void {
  const { world, clock } = sandbox;
  const at = clock.timeAfter(after);
  const created = world.history.slice(eventsBefore).filter((event) => event.type === 'data-requested');

  for (const { partyId, request } of created) {
    const { id: requestId, provider } = request;
    if (status === 'APPROVED' && provider !== 'SUMSUB') obtainCredential(sandbox, world.party(partyId)!, provider, at);
    const decision = { type: 'data-request-decided', partyId, requestId, status } as const;
    // A request that would lapse before its decision stays pending until then.
    const keepPending = pendingUntilDecision(decision, world.party(partyId)!, new Now(at, world.epoch));
    if (keepPending !== undefined) world.apply(keepPending);
    world.schedule(at, decision);
  }
}

/**
 * The party obtains a credential, unless it has a valid one. A party without an e-mail address first registers an
 * address, because each party with a credential has one.
 */
function obtainCredential(sandbox: Sandbox, party: Party, provider: Provider, at: number): void {
  const { world } = sandbox;
  const { partyId, email = `${hash32(hashText(partyId)).toString(36)}@example.com` } = party;
  if (canDisclose(party, provider, new Now(at, world.epoch))) return;

  if (party.email === undefined) world.schedule(at, { type: 'party-changed', partyId, changes: { email } });
  const credential = usualCredential(sandbox, { ...party, email }, provider, at);
  world.schedule(at, { type: 'credential-issued', partyId, credential });
}

/** Revokes the first active credential of a page. */
function revokeFirstListed({ world, clock }: Sandbox, { body, after }: CallBefore): void {
  const holding = itemsIn(body)
    .map(({ contractId = '' }) => world.disclosedCredential(contractId))
    .find((disclosed) => disclosed?.credential.state === 'active');
  if (holding === undefined) return;

  world.schedule(clock.timeAfter(after), {
    type: 'credential-changed',
    partyId: holding.party.partyId,
    contractId: holding.credential.contractId,
    state: 'revoked',
  });
}

/** Hides everything that the first party of a page has disclosed, so that the party disappears from the list. */
function removeFirstListed({ world, clock }: Sandbox, { body, after }: CallBefore): void {
  const partyId = itemsIn(body)[0]?.partyId ?? '';
  const at = clock.timeAfter(after);
  for (const { id, status } of world.party(partyId)?.requests ?? [])
    if (status === 'APPROVED')
      world.schedule(at, { type: 'data-request-decided', partyId, requestId: id, status: 'EXPIRED' });
}

/** The items of a list or of a page, in its order. */
function itemsIn(body: unknown): readonly { readonly contractId?: string; readonly partyId?: string }[] {
  const items: unknown = Array.isArray(body) ? body : (body as { items?: unknown }).items;
  return (items ?? []) as ReturnType<typeof itemsIn>;
}

/** How many generated parties are searched for a party that can disclose another credential. */
const MOST_SEARCHED = 64;

/** Lets a generated party disclose another credential. Lists grow by one item; the users list grows at its front. */
function insertRow(sandbox: Sandbox, { after, rules }: CallBefore): void {
  const { world, clock, seed } = sandbox;
  const { population } = world.base;
  if (population.size === 0) return;

  const at = clock.timeAfter(after);
  // 0x696e7372 is `insr` in ASCII. With it, this hash differs from all other hashes that are made with the seed. The
  // number of events makes each call choose another party.
  const first = hash32(seed, 0x696e7372, world.version + world.scheduled.length) % population.size;
  for (let searched = 0; searched < Math.min(MOST_SEARCHED, population.size); searched++) {
    const { partyId } = population.party((first + searched) % population.size);
    const party = partyAt(world.party(partyId)!, world.time(), rules);
    const provider = undisclosedProvider(party, sandbox);
    if (provider === undefined) continue;

    obtainCredential(sandbox, party, provider, at);
    for (const event of disclosureEvents(sandbox, party, provider, at)) world.schedule(at, event);

    return;
  }
}

/** The first provider for which the party has no open data request, now or scheduled. */
function undisclosedProvider(party: Party, { world }: Sandbox): Provider | undefined {
  if (party.status !== 'ACTIVE') return undefined;

  const scheduled = world.scheduled.flatMap(({ event }) =>
    event.type === 'data-requested' && event.partyId === party.partyId ? [event.request.provider] : [],
  );
  return PROVIDERS.find((provider) => openRequest(party, provider) === undefined && !scheduled.includes(provider));
}
