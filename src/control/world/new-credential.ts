/** A credential that a provider issues while the sandbox runs. */

import type { NewCredential } from '../../domain/world/change-requests.js';
import type { HeldCredential, Moment } from '../../domain/world/model.js';
import { LATEST_MOMENT, parseMoment } from '../../domain/time/moment.js';
import { hashHex } from '../../domain/time/random.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { conflict, unusable } from '../problem.js';

const VALIDITY = 365 * 86_400_000;

/**
 * The credential.
 * @throws Problem 409 where the contract ID is taken, 422 where a time cannot be read
 */
export function newCredential(
  sandbox: Sandbox,
  { provider, contractId, issuedAt, expiresAt, metadata = {}, social = {} }: NewCredential,
): HeldCredential {
  refuseTakenContractId(sandbox, contractId);
  const issued = issuedAt === undefined ? sandbox.clock.now() : absolute(issuedAt, sandbox, '/issuedAt');
  const expires =
    expiresAt === undefined ? Math.min(issued + VALIDITY, LATEST_MOMENT) : absolute(expiresAt, sandbox, '/expiresAt');
  return {
    contractId: contractId ?? nextContractId(sandbox),
    provider,
    issuedAt: { at: issued },
    expiresAt: { at: expires },
    state: 'active',
    metadata,
    social,
  };
}

/** @throws Problem 409 */
export function refuseTakenContractId({ world }: Sandbox, contractId: string | undefined): void {
  if (contractId === undefined) return;
  const isReserved = world.scheduled.some(
    ({ event }) => event.type === 'credential-issued' && event.credential.contractId === contractId,
  );
  if (isReserved || world.holding(contractId) !== undefined)
    throw conflict(`There is a credential with the contract ID "${contractId}" already.`);
}

/** A moment of a world that has begun: relative ones count from now. */
export function fromNow(moment: Moment, { clock }: Sandbox): Moment {
  return { at: 'at' in moment ? moment.at : Math.round(clock.now() + moment.sinceStart) };
}

function absolute(text: string, { clock }: Sandbox, pointer: string): number {
  const moment = parseMoment(text);
  if (moment === undefined)
    throw unusable(
      'This is no time',
      `Expected a time (2026-01-31T09:00:00Z) or a duration from now (-P40D), found ${JSON.stringify(text)}.`,
      pointer,
    );
  return 'at' in moment ? moment.at : Math.round(clock.now() + moment.sinceStart);
}

/** As long as others; the sandbox's seed and the number make it its own. */
function nextContractId(sandbox: Sandbox): string {
  return `00${hashHex(68, sandbox.seed, 0x63726564, sandbox.nextNumber('credentials'))}`;
}
