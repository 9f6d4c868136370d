/** Credentials that providers issue while the sandbox runs. */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { LATEST_MOMENT, parseMoment } from '../../domain/time/moment.js';
import { hashHex } from '../../domain/time/random.js';
import { usualCreation } from '../../domain/world/account-age.js';
import type { NewCredential } from '../../domain/world/change-requests.js';
import type { Moment } from '../../domain/time/moment.js';
import type { HeldCredential } from '../../domain/world/model.js';
import { conflict, unprocessable } from '../problem.js';
import { VALIDITY } from './complete-party.js';

/**
 * Creates a credential. The world does not change.
 * @param held the party's credentials: a renewed one has the account of the first one of its provider
 * @throws Problem 409 if the contract ID is taken, 422 if a time cannot be parsed
 */
export function newCredential(
  sandbox: Sandbox,
  { provider, contractId, accountCreatedAt, issuedAt, expiresAt, metadata = {}, social = {} }: NewCredential,
  held: readonly HeldCredential[],
): HeldCredential {
  refuseTakenContractId(sandbox, contractId);
  const issued = issuedAt === undefined ? sandbox.clock.now() : timeFrom(issuedAt, sandbox, '/issuedAt');
  const expires =
    expiresAt === undefined ? Math.min(issued + VALIDITY, LATEST_MOMENT) : timeFrom(expiresAt, sandbox, '/expiresAt');
  const former = held.find((credential) => credential.provider === provider);
  const usual = former?.accountCreatedAt ?? usualCreation(former?.issuedAt ?? { at: issued });
  return {
    contractId: contractId ?? nextContractId(sandbox),
    provider,
    accountCreatedAt:
      accountCreatedAt === undefined ? usual : { at: timeFrom(accountCreatedAt, sandbox, '/accountCreatedAt') },
    issuedAt: { at: issued },
    expiresAt: { at: expires },
    state: 'active',
    metadata,
    social,
  };
}

/** @throws Problem 409 if a credential has the contract ID, or an event in the future will issue it */
export function refuseTakenContractId({ world }: Sandbox, contractId: string | undefined): void {
  if (contractId === undefined) return;
  const isReserved = world.scheduled.some(
    ({ event }) => event.type === 'credential-issued' && event.credential.contractId === contractId,
  );
  if (isReserved || world.holding(contractId) !== undefined)
    throw conflict(`A credential with the contract ID "${contractId}" exists already; choose another ID.`);
}

/** An absolute moment: a relative one counts from now. */
export function fromNow(moment: Moment, { clock }: Sandbox): { readonly at: number } {
  return { at: 'at' in moment ? moment.at : Math.round(clock.now() + moment.sinceStart) };
}

function timeFrom(text: string, sandbox: Sandbox, pointer: string): number {
  const moment = parseMoment(text);
  if (moment === undefined)
    throw unprocessable(
      'Invalid time',
      `Expected a time (2026-01-31T09:00:00Z) or a duration from now (-P40D), found ${JSON.stringify(text)}.`,
      pointer,
    );
  return fromNow(moment, sandbox).at;
}

/** An ID as long as the service's, drawn from the sandbox's seed and the number of its credentials. */
function nextContractId(sandbox: Sandbox): string {
  return `00${hashHex(68, sandbox.seed, 0x63726564, sandbox.nextNumber('credentials'))}`;
}
