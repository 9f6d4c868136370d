/** A party that joins while the sandbox runs. */

import type { NewParty } from '../../domain/world/change-requests.js';
import type { Party } from '../../domain/world/model.js';
import { FIRST_JOINED_USER_ID } from '../../domain/population/population.js';
import { hashHex } from '../../domain/time/random.js';
import { nextRequestIdentity } from '../../domain/sandbox/request-identity.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { completeParty } from './complete-party.js';
import { unreadableMoments } from './find-mistakes.js';
import type { PartyEntry } from '../../domain/world/fixture.js';
import { conflict, unusable } from '../problem.js';
import { fromNow, refuseTakenContractId } from './new-credential.js';

/**
 * The party, complete.
 * @throws Problem 409 where an ID is taken, 422 where a time cannot be read
 */
export function newParty(sandbox: Sandbox, entry: NewParty): Party {
  refuseTaken(sandbox, entry);
  const number = sandbox.nextNumber('parties');
  const party = completeParty(
    withDefaults(entry, () => partyIdOf(sandbox, number)),
    {
      userId: FIRST_JOINED_USER_ID + number,
      nextRequest: () => {
        const { id, proposalId } = nextRequestIdentity(sandbox);
        return { id, proposalId };
      },
    },
  );
  return {
    ...party,
    credentials: party.credentials.map((held) => ({
      ...held,
      issuedAt: fromNow(held.issuedAt, sandbox),
      expiresAt: fromNow(held.expiresAt, sandbox),
    })),
    requests: party.requests.map((request) => ({ ...request, requestedAt: fromNow(request.requestedAt, sandbox) })),
  };
}

function refuseTaken(sandbox: Sandbox, entry: NewParty): void {
  const { partyId, userId, credentials = [] } = entry;
  if (partyId !== undefined && sandbox.world.party(partyId) !== undefined)
    throw conflict(`There is a party "${partyId}" already.`);
  if (userId !== undefined && sandbox.world.hasUserId(userId))
    throw conflict(`There is a party with the user ID ${userId} already.`);
  const own = credentials.map(({ contractId }) => contractId);
  for (const contractId of own) refuseTakenContractId(sandbox, contractId);
  const repeated = own.findIndex((contractId, place) => own.indexOf(contractId) < place);
  if (repeated !== -1) throw conflict(`The contract ID "${own[repeated]!}" stands twice in the party.`);
  const [mistake] = unreadableMoments(entry);
  if (mistake !== undefined) throw unusable('This is no time', mistake.message, mistake.pointer);
}

function withDefaults(entry: NewParty, partyId: () => string): PartyEntry {
  return {
    ...entry,
    partyId: entry.partyId ?? partyId(),
    status: entry.status ?? 'ACTIVE',
    credentials: (entry.credentials ?? []).map((credential) => ({
      state: 'active',
      metadata: {},
      social: {},
      ...credential,
    })),
  };
}

function partyIdOf({ seed }: Sandbox, number: number): string {
  return `party::${hashHex(16, seed, 0x70617274, number)}::1220${hashHex(32, seed, 0x70617274, number, 1)}`;
}
