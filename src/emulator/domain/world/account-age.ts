/** The age of an account at a provider. An account is older than its credential: a renewal keeps the account. */

import { EARLIEST_MOMENT, instant, type Moment } from '../time/moment.js';
import { DAY, type Now } from '../time/now.js';
import type { HeldCredential, Provider } from './model.js';

/** The age of an account at its first credential, unless a fixture states it: 180 days, in milliseconds. */
const AGE_AT_FIRST_CREDENTIAL = 180 * DAY;

/** When an account was created, unless a fixture states it. @param issuedAt issue time of the first credential */
export function usualAccountCreation(issuedAt: Moment): Moment {
  // A relative moment needs no limit: fixtures limit durations.
  return 'at' in issuedAt
    ? { at: Math.max(issuedAt.at - AGE_AT_FIRST_CREDENTIAL, EARLIEST_MOMENT) }
    : { sinceStart: issuedAt.sinceStart - AGE_AT_FIRST_CREDENTIAL };
}

/**
 * When the account of a new credential was created. A party has one account at each provider, so a further credential
 * of the provider belongs to the account of the first one.
 * @param held the credentials of the party so far, oldest first
 */
export function accountCreationFor(provider: Provider, held: readonly HeldCredential[], issuedAt: Moment): Moment {
  const first = held.find((credential) => credential.provider === provider);
  if (first === undefined) return usualAccountCreation(issuedAt);

  return first.accountCreatedAt ?? usualAccountCreation(first.issuedAt);
}

/** When the account of the credential was created, in milliseconds since 1970. */
export function accountCreatedAt({ accountCreatedAt: created, issuedAt }: HeldCredential, epoch: number): number {
  return instant(created ?? usualAccountCreation(issuedAt), epoch);
}

/** Whole days since the account was created, never negative. */
export function accountAgeInDays(credential: HeldCredential, time: Now): number {
  return Math.max(0, time.daysSince(accountCreatedAt(credential, time.epoch)));
}
