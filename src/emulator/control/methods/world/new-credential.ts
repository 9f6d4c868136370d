/** Credentials that providers issue while the sandbox runs. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { instant, type Moment, parseMoment } from '../../../domain/time/moment.js';
import { isoTimestamp } from '../../../domain/time/timestamp.js';
import { usualExpiry } from '../../../domain/world/credential-status.js';
import { isContractIdTaken, nextContractId } from '../../../domain/world/disclosure.js';
import { accountCreationFor } from '../../../domain/world/account-age.js';
import type { HeldCredential } from '../../../domain/world/model.js';
import { conflict, unexpected, unprocessable } from '../../problem.js';
import type { Schemas } from '../../documents.js';

/** A new credential. Only the provider is required. */
type NewCredential = Omit<Schemas['IssueCredential'], 'supersede' | 'disclose'>;

/**
 * Creates a credential. The world does not change.
 * @param held the party's credentials: all credentials of one provider belong to the same account
 * @param at when the credential enters the world. Default: now
 * @throws Problem 409 if the contract ID is taken, 422 if a time cannot be parsed or is impossible
 */
export function newCredential(
  sandbox: Sandbox,
  { provider, contractId, accountCreatedAt, issuedAt, expiresAt, metadata = {}, social = {} }: NewCredential,
  held: readonly HeldCredential[],
  at = sandbox.clock.now(),
): HeldCredential {
  if (contractId !== undefined && isContractIdTaken(sandbox.world, contractId))
    throw conflict(`A credential with the contract ID "${contractId}" exists already; choose another ID.`);

  const issued = issuedAt === undefined ? at : timeFrom(issuedAt, sandbox, '/issuedAt');
  const expires = expiresAt === undefined ? usualExpiry(issued) : timeFrom(expiresAt, sandbox, '/expiresAt');
  // A running clock advances after `at` was read. A time that is now by a later reading is not in the future.
  refuseImpossibleTimes(issued, expires, Math.max(at, sandbox.clock.now()));
  const created =
    accountCreatedAt === undefined
      ? accountCreationFor(provider, held, { at: issued })
      : { at: timeFrom(accountCreatedAt, sandbox, '/accountCreatedAt') };

  return {
    contractId: contractId ?? nextContractId(sandbox),
    provider,
    accountCreatedAt: created,
    issuedAt: { at: issued },
    expiresAt: { at: expires },
    state: 'active',
    metadata,
    social,
  };
}

/**
 * Refuses a credential that no provider could issue. Times are in milliseconds since 1970.
 * @param at when the credential enters the world
 * @param place JSON pointer to the credential. Default: the whole body
 * @throws Problem 422 if the credential is issued in the future, or expires before it is issued
 */
export function refuseImpossibleTimes(issued: number, expires: number, at: number, place = ''): void {
  const refuse = (member: string, expected: string, found: number, reason = ''): never => {
    const pointer = `${place}/${member}`;
    const mistake = `expected a time ${expected}, found ${isoTimestamp(found)}${reason}`;
    throw unprocessable('Impossible credential', `Body ${pointer}: ${mistake}.`, pointer);
  };

  if (issued > at) {
    const reason = ': no credential is issued in the future';
    refuse('issuedAt', `up to ${isoTimestamp(at)}, the sandbox's clock`, issued, reason);
  }
  if (expires < issued) refuse('expiresAt', `from ${isoTimestamp(issued)} on, when the credential is issued`, expires);
}

/**
 * Refuses a sandbox whose fixture has an impossible credential. Only the clock shows that a date is in the future.
 * @throws Problem 422
 */
export function refuseFutureCredentials({ settings, clock, world: { epoch } }: Sandbox): void {
  for (const [index, { credentials }] of settings.base.cast.entries())
    for (const [position, { issuedAt, expiresAt }] of credentials.entries()) {
      const place = `/fixture/parties/${index}/credentials/${position}`;
      refuseImpossibleTimes(instant(issuedAt, epoch), instant(expiresAt, epoch), clock.now(), place);
    }
}

/**
 * The moment as an absolute time. A relative moment, such as `-P12D`, counts from now, not from the sandbox's start.
 */
export function fromNow(moment: Moment, { clock }: Sandbox): { readonly at: number } {
  return { at: 'at' in moment ? moment.at : Math.round(clock.now() + moment.sinceStart) };
}

/** The time that a text states, in milliseconds since 1970. @throws Problem 422 if the text is no time or duration */
function timeFrom(text: string, sandbox: Sandbox, pointer: string): number {
  const moment = parseMoment(text);
  if (moment === undefined)
    throw unexpected('time', 'a time (2026-01-31T09:00:00Z) or a duration from now (-P40D)', text, pointer);
  return fromNow(moment, sandbox).at;
}
