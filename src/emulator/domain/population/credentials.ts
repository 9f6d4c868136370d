/**
 * Credentials of generated parties. The outcome of a data request says whether there is a credential, and whether that
 * credential has superseded an earlier one. Times are in milliseconds since the start of the clock. They are negative,
 * because the credentials were issued before.
 */

import { draw } from '../time/random.js';
import { VALIDITY } from '../world/credential-status.js';
import type { HeldCredential, Provider } from '../world/model.js';
import { type AccountOwner, metadataOf, socialOf } from './accounts.js';
import { ACCOUNT_AGES, CREDENTIAL_AGES, OUTCOMES, type RequestOutcome, RENEWAL_AGES, spread } from './shares.js';

/** The number of a superseded credential is the number of its successor plus this. */
export const SUPERSEDED = 8;
/** Numbers of the draws of a credential: each fact follows from a hash and its own number. */
const DRAWS = { age: 0, renewal: 1, account: 2, details: 3 };

/** What credentials are made from. */
interface CredentialSource {
  /** The hash of a data request. @param nth its position among the requests of the party */
  readonly hashOf: (nth: number) => number;
  /** The contract ID of a credential. @param slot the number of the credential of the party */
  readonly contractId: (slot: number) => string;
}

/** How long ago the first credential of an outcome was issued, in milliseconds; undefined without a credential. */
export function firstCredentialAge(outcome: RequestOutcome, hash: number): number | undefined {
  const { age: table } = OUTCOMES[outcome];
  if (table === undefined) return undefined;

  const age = spread(CREDENTIAL_AGES[table], hash, DRAWS.age);

  return outcome === 'renewed' ? age + spread(RENEWAL_AGES, hash, DRAWS.renewal) : age;
}

/** The credentials of a party, which follow from the outcomes and providers of its data requests. */
export function credentialsOf(
  outcomes: readonly RequestOutcome[],
  providers: readonly Provider[],
  owner: AccountOwner,
  { hashOf, contractId }: CredentialSource,
): HeldCredential[] {
  const credentials: HeldCredential[] = [];
  for (let nth = 0; nth < outcomes.length; nth++) {
    const { credential: state, age: table } = OUTCOMES[outcomes[nth]!];
    if (state === undefined) continue;

    const hash = hashOf(nth);
    const issuedAt = -spread(CREDENTIAL_AGES[table!], hash, DRAWS.age);
    // The account is as old as the first credential demands, even if that credential was renewed.
    const firstIssuedAt = -firstCredentialAge(outcomes[nth]!, hash)!;
    const createdAt = firstIssuedAt - spread(ACCOUNT_AGES, hash, DRAWS.account);
    const account = draw(hash, DRAWS.details);
    const current: HeldCredential = {
      contractId: contractId(nth),
      provider: providers[nth]!,
      accountCreatedAt: { sinceStart: createdAt },
      issuedAt: { sinceStart: issuedAt },
      expiresAt: { sinceStart: issuedAt + VALIDITY },
      state,
      metadata: metadataOf(providers[nth]!, account, owner),
      social: socialOf(providers[nth]!, account, -createdAt / VALIDITY),
    };
    // The superseded credential comes before its successor, in the order of issue.
    if (outcomes[nth] === 'renewed')
      credentials.push({
        ...current,
        contractId: contractId(nth + SUPERSEDED),
        issuedAt: { sinceStart: firstIssuedAt },
        expiresAt: { sinceStart: firstIssuedAt + VALIDITY },
        state: 'superseded',
      });
    credentials.push(current);
  }

  return credentials;
}
