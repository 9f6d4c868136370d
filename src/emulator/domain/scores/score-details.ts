/** The figures of the disclosed credentials that a human score is computed from. */

import type { components } from '../../../contract/service-schemas.js';
import { isoTimestamp } from '../time/timestamp.js';
import { accountAgeInDays, accountCreatedAt } from '../world/account-age.js';
import type { Now } from '../time/now.js';
import type { HeldCredential } from '../world/model.js';

export type ScoreDetails = components['schemas']['ScoreDetails'];

/** Number of people that the party reaches, over all providers. */
export function socialReach(details: ScoreDetails): number {
  let reach = 0;
  for (const { followersCount = 0, githubFollowers = 0, googleContactCount = 0 } of details.socialMetrics)
    reach += followersCount + githubFollowers + googleContactCount;

  return reach;
}

/** The age of the oldest account in days. 0 if there is no account. */
export function oldestAge(details: ScoreDetails): number {
  return Math.max(0, ...details.accountAges.map(({ ageInDays }) => ageInDays));
}

/** The details of the given credentials. */
export function scoreDetails(credentials: readonly HeldCredential[], time: Now): ScoreDetails {
  const accountAges = credentials.map((credential) => ({
    provider: credential.provider,
    ageInDays: accountAgeInDays(credential, time),
  }));

  return {
    accountAges,
    socialMetrics: credentials.map((credential, at) => ({
      ...accountAges[at]!,
      ...(credential.metadata.email !== undefined && { email: credential.metadata.email }),
      accountCreatedAt: isoTimestamp(accountCreatedAt(credential, time.epoch)),
      ...credential.social,
    })),
    emailConsistency: emailConsistency(credentials),
    providerCount: new Set(credentials.map(({ provider }) => provider)).size,
    allUserInfo: credentials.map(({ provider, metadata }) => ({ provider, ...metadata })),
    allTokenClaims: credentials.map(tokenClaims),
  };
}

/**
 * The e-mail addresses, and how consistent they are: among the credentials with an address, the share of those with the
 * most common address.
 */
function emailConsistency(credentials: readonly HeldCredential[]): ScoreDetails['emailConsistency'] {
  const counts = new Map<string, number>();
  let withEmail = 0;
  for (const { metadata } of credentials) {
    if (metadata.email === undefined) continue;

    const email = metadata.email.toLowerCase();
    counts.set(email, (counts.get(email) ?? 0) + 1);
    withEmail++;
  }

  return {
    uniqueEmails: [...counts.keys()],
    consistencyScore: withEmail === 0 ? 0 : Math.max(...counts.values()) / withEmail,
  };
}

/** The claims of an ID token (OpenID Connect Core section 5.1). */
function tokenClaims({ provider, metadata }: HeldCredential): Record<string, unknown> {
  return {
    provider,
    ...(metadata.providerId !== undefined && { sub: metadata.providerId }),
    ...(metadata.username !== undefined && { preferred_username: metadata.username }),
    ...(metadata.email !== undefined && { email: metadata.email }),
    ...(metadata.emailVerified !== undefined && { email_verified: metadata.emailVerified }),
  };
}
