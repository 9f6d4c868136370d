/** How scenarios change the world after a call. */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { nextRequestIdentity } from '../../domain/population/identifiers.js';
import { hash32 } from '../../domain/time/random.js';
import type { WorldFault } from '../../scenarios/fault.js';

/** The call that came before. */
interface CallBefore {
  /** Of its response. */
  readonly body: unknown;
  /** The number of events in the world before the call. */
  readonly known: number;
  /** When the change happens, in milliseconds after the call. */
  readonly after: number;
}

type WorldChange = (sandbox: Sandbox, call: CallBefore) => void;

/** The changes, by their names in scenario files. */
export const WORLD_CHANGES: Readonly<Record<Exclude<WorldFault['change'], 'request-shows-later'>, WorldChange>> = {
  'request-is-approved': (sandbox, call) => {
    decideNewRequests(sandbox, call, 'APPROVED');
  },
  'request-is-rejected': (sandbox, call) => {
    decideNewRequests(sandbox, call, 'REJECTED');
  },
  'listed-credential-is-revoked': revokeFirstListed,
  'row-is-inserted': insertRow,
};

/** Decides the data requests that the call created. */
function decideNewRequests(
  { world, clock }: Sandbox,
  { known, after }: CallBefore,
  status: 'APPROVED' | 'REJECTED',
): void {
  for (const event of world.history.slice(known)) {
    if (event.type !== 'data-requested') continue;
    const { partyId, request } = event;
    world.schedule(clock.timeAfter(after), { type: 'data-request-decided', partyId, requestId: request.id, status });
  }
}

function revokeFirstListed({ world, clock }: Sandbox, { body, after }: CallBefore): void {
  const holding = contractIdsIn(body)
    .map((contractId) => world.disclosedCredential(contractId))
    .find((disclosed) => disclosed?.credential.state === 'active');
  if (holding === undefined) return;
  world.schedule(clock.timeAfter(after), {
    type: 'credential-changed',
    partyId: holding.party.partyId,
    contractId: holding.credential.contractId,
    state: 'revoked',
  });
}

/** The credentials of a list, in its order. */
function contractIdsIn(body: unknown): string[] {
  const { items = [] } = Array.isArray(body) ? { items: body } : (body as { items?: unknown[] });
  return (items as { contractId?: string }[]).flatMap(({ contractId }) => contractId ?? []);
}

/** A new data request to a generated party: the users list grows at its front, and its approval lets the other lists grow. */
function insertRow(sandbox: Sandbox, { after }: CallBefore): void {
  const { world, clock, seed } = sandbox;
  const { population } = world.base;
  if (population.size === 0) return;
  const { number, id, proposalId } = nextRequestIdentity(sandbox);
  const party = population.party(hash32(seed, 0x696e7372, number) % population.size);
  const [credential] = party.credentials;
  if (credential === undefined) return;
  const at = clock.timeAfter(after);
  const request = { id, proposalId, provider: credential.provider, status: 'APPROVED', requestedAt: { at } } as const;
  world.schedule(at, { type: 'data-requested', partyId: party.partyId, request });
}
