/** Parties that join while the sandbox runs. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { hashHex } from '../../../domain/time/random.js';
import { nextRequestIdentity } from '../../../domain/world/disclosure.js';
import type { Party } from '../../../domain/world/model.js';
import { takenIn } from '../../../domain/world/taken-ids.js';
import { conflict, unprocessable } from '../../problem.js';
import { completeParty, type PartyEntry } from '../../fixtures/complete-party.js';
import type { Schemas } from '../../documents.js';
import { entryMistakes } from '../../fixtures/party-mistakes.js';
import { fromNow, refuseImpossibleTimes } from './new-credential.js';

/**
 * Creates a party. The world does not change.
 * @throws Problem 409 if an ID is taken, 422 if a time cannot be parsed
 */
export function newParty(sandbox: Sandbox, entry: Schemas['AddParty']): Party {
  refuseInvalid(entry);
  const { partyId, userId } = nextIds(sandbox);
  const party = completeParty(withDefaults(entry, partyId), userId, () => nextRequestIdentity(sandbox));
  const taken = takenIn(sandbox.world, party);
  if (taken !== undefined) throw conflict(`There is ${taken} already; choose another ID.`);

  return {
    ...party,
    credentials: party.credentials.map((held, index) => {
      const issuedAt = fromNow(held.issuedAt, sandbox);
      const expiresAt = fromNow(held.expiresAt, sandbox);
      refuseImpossibleTimes(issuedAt.at, expiresAt.at, sandbox.clock.now(), `/credentials/${index}`);

      return { ...held, accountCreatedAt: fromNow(held.accountCreatedAt!, sandbox), issuedAt, expiresAt };
    }),
    requests: party.requests.map(({ requestedAt, ...request }) => ({
      ...request,
      // A pending request usually expires. A test that adds one wants to decide it.
      ...(request.status === 'PENDING' && { staysPending: true }),
      ...(requestedAt !== undefined && { requestedAt: fromNow(requestedAt, sandbox) }),
    })),
  };
}

/** @throws Problem 409 if a contract ID is there twice, 422 if a time cannot be parsed or a request is impossible */
function refuseInvalid(entry: Schemas['AddParty']): void {
  const contractIds = (entry.credentials ?? []).map(({ contractId }) => contractId);
  const repeated = contractIds.find((contractId, place) => contractIds.indexOf(contractId) < place);
  if (repeated !== undefined) throw conflict(`Two credentials of the party have the contract ID "${repeated}".`);

  const { moments, requests } = entryMistakes(entry);
  const [unreadable] = moments;
  if (unreadable !== undefined) throw unprocessable('Invalid time', unreadable.message, unreadable.pointer);

  const [impossible] = requests;
  if (impossible !== undefined) throw unprocessable('Impossible data request', impossible.message, impossible.pointer);
}

/** The defaults of a credential. A fixture file gets them from `spec/fixture.schema.json`. */
const USUAL_CREDENTIAL = { state: 'active', metadata: {}, social: {} } as const;

/** The party as a fixture would contain it. */
function withDefaults(entry: Schemas['AddParty'], partyId: string): PartyEntry {
  return {
    ...entry,
    partyId: entry.partyId ?? partyId,
    status: entry.status ?? 'ACTIVE',
    credentials: (entry.credentials ?? []).map((credential) => ({ ...USUAL_CREDENTIAL, ...credential })),
  };
}

/** Keeps these hashes apart from other hashes with an equal seed: `part` in ASCII. */
const PURPOSE = 0x70617274;

/** The IDs of the next party. IDs in use are skipped: a test may have added a party of another sandbox with its IDs. */
function nextIds(sandbox: Sandbox): { readonly partyId: string; readonly userId: number } {
  const { seed, world } = sandbox;
  for (;;) {
    const number = sandbox.nextNumber('parties');
    const name = hashHex(16, seed, PURPOSE, number);
    const key = hashHex(32, seed, PURPOSE, number, 1);
    const partyId = `party::${name}::1220${key}`;
    const userId = world.base.population.lastUserId + number;
    if (world.party(partyId) === undefined && !world.hasUserId(userId)) return { partyId, userId };
  }
}
