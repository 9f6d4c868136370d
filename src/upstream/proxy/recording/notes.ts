/** Describes what a recording does not contain, in sentences without personal data. */

import { kycStatusBy, type Standing } from '../../../emulator/domain/world/credential-status.js';
import type { ObservedCredential, ObservedParty, ObservedRequest, ObservedWorld } from './observed-world.js';
import { impliedStanding } from './observed-world.js';

/**
 * Describes what is missing or differs, one sentence each.
 * @param epoch when the world was observed, in milliseconds since 1970
 */
export function notesOn(world: ObservedWorld, epoch: number): string[] {
  const { parties, credentials, skipped } = world;
  const held = new Set([...parties.values()].flatMap(({ contracts }) => [...contracts]));
  const ownerless = [...credentials.keys()].filter((contractId) => !held.has(contractId)).length;
  const undated = [...held].filter((contractId) => credentials.get(contractId)!.issuedAt === undefined).length;
  const differing = [...parties.values()].flatMap((party) =>
    [...party.requests.values()].filter((request) => differs(world, party, request, epoch)),
  ).length;
  return [
    ...incomplete(world, held.size),
    ...[...skipped].map(([reason, count]) => `left out: ${count} ${reason}`),
    ...noteOn(ownerless, 'left out: # credentials behind links, because no list or look-up showed their parties'),
    ...noteOn(
      undated,
      '# credentials were returned without dates; they are recorded as one day old, or with the age in a score',
    ),
    ...noteOn(
      differing,
      '# users will have another kycStatus in the emulator, which derives it from request and credential',
    ),
  ];
}

/** The sentence with the count in place of `#`, unless it is 0. */
function noteOn(count: number, sentence: string): string[] {
  return count === 0 ? [] : [sentence.replace('#', String(count))];
}

/** Lists that were not returned completely. */
function incomplete({ parties, totals }: ObservedWorld, credentials: number): string[] {
  const seen = new Map([
    ['getUsers', [...parties.values()].reduce((sum, { requests }) => sum + requests.size, 0)],
    ['getCredentials', credentials],
    ['getHumanScores', [...parties.values()].filter(({ accounts }) => accounts !== undefined).length],
  ]);
  return [...totals].flatMap(([operation, total]) => {
    const passed = seen.get(operation)!;
    const missing = `${operation} has ${total} entries, ${passed} were returned`;
    return passed < total ? [`${missing}: page through the whole list to record all of them`] : [];
  });
}

/** Whether the emulator will give the row another `kycStatus`. */
function differs(
  { credentials }: ObservedWorld,
  party: ObservedParty,
  request: ObservedRequest,
  epoch: number,
): boolean {
  if (request.kycStatus === undefined) return false;
  const credential = [...party.contracts]
    .map((contractId) => credentials.get(contractId)!)
    .findLast(({ provider }) => provider === request.provider);
  const standIn = request.provider === 'SUMSUB' ? 'none-needed' : impliedStanding(party, request);
  const known = credential === undefined ? standIn : credentialStanding(credential, epoch);
  return kycStatusBy(party.status ?? 'ACTIVE', request.status, known) !== request.kycStatus;
}

function credentialStanding({ state = 'active', expiresAt = Infinity }: ObservedCredential, epoch: number): Standing {
  if (state !== 'active') return state;
  return expiresAt <= epoch ? 'expired' : 'valid';
}
