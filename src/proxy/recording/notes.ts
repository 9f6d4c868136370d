/** What a recording could not hold, in sentences without anything personal. */

import { kycStatusBy } from '../../domain/world/credential-status.js';
import type { SeenParty, SeenRequest, SeenWorld } from './seen-world.js';
import { standInKind } from './stand-in.js';

/** The sentences; `epoch` is when the world was seen. */
export function notesOn(world: SeenWorld, epoch: number): string[] {
  const { parties, credentials, leftOut } = world;
  const held = new Set([...parties.values()].flatMap(({ contracts }) => [...contracts]));
  const homeless = [...credentials.keys()].filter((contractId) => !held.has(contractId)).length;
  const undated = [...held].filter((contractId) => credentials.get(contractId)!.issuedAt === undefined).length;
  const differing = [...parties.values()].flatMap((party) =>
    [...party.requests.values()].filter((request) => differs(world, party, request, epoch)),
  ).length;
  return [
    ...incomplete(world, held.size),
    ...[...leftOut].map(([reason, count]) => `left out: ${count} ${reason}`),
    ...(homeless > 0
      ? [`left out: ${homeless} credentials behind links, because no list or look-up has told whose they are`]
      : []),
    ...(undated > 0
      ? [
          `${undated} credentials have passed without their dates; they are recorded as a day old, or as old as a score says`,
        ]
      : []),
    ...(differing > 0
      ? [
          `${differing} users have a kycStatus that the emulator does not give them: it follows from request and credential there`,
        ]
      : []),
  ];
}

/** Lists of which not everything has passed. */
function incomplete({ parties, totals }: SeenWorld, credentials: number): string[] {
  const seen = new Map([
    ['getUsers', [...parties.values()].reduce((sum, { requests }) => sum + requests.size, 0)],
    ['getCredentials', credentials],
    ['getHumanScores', [...parties.values()].filter(({ accounts }) => accounts !== undefined).length],
  ]);
  return [...totals].flatMap(([operation, total]) => {
    const passed = seen.get(operation)!;
    return passed < total
      ? [`${operation} has told of ${total}, and ${passed} have passed: page through the whole list to have them all`]
      : [];
  });
}

/** Whether the emulator will give the row another `kycStatus`. */
function differs({ credentials }: SeenWorld, party: SeenParty, request: SeenRequest, epoch: number): boolean {
  if (request.kycStatus === undefined) return false;
  const credential = [...party.contracts]
    .map((contractId) => credentials.get(contractId)!)
    .findLast(({ provider }) => provider === request.provider);
  const standIn = request.provider === 'SUMSUB' ? undefined : standInKind(request);
  const known = credential === undefined ? standIn : (credential.expiresAt ?? Infinity) <= epoch ? 'expired' : 'valid';
  return kycStatusBy(party.status ?? 'ACTIVE', request.status, known) !== request.kycStatus;
}
