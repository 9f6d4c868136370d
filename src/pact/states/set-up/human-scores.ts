/** Sets up the provider states about human scores. */

import type { IssueOptions } from '../../../emulator/control/world/documents.js';
import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import type { SetUps } from './set-ups.js';
import { disclose, disclosingParty, issueCredential, withdraw } from '../world/disclosure.js';
import { ensureParty, partyOutcome } from '../world/ensure-party.js';

/** An account that was created today, and one that is older than a year, the greatest age that counts. */
const NEW = { accountCreatedAt: 'PT0S' };
const OLD = { accountCreatedAt: '-P400D' };

/** Credentials that together give a score of each level, and how their points add up (`domain/scores/human-score.ts`). */
const CREDENTIALS_FOR_LEVEL = {
  // 0 for age, 0 for reach, 0 without e-mail, 3 for the provider.
  low: [{ provider: 'DISCORD', ...NEW, metadata: { emailVerified: false } }],
  // 0, 0, 20 for the e-mail, 3: 23.
  'medium-low': [{ provider: 'GOOGLE', ...NEW }],
  // 30, 0, 20, 3: 53.
  medium: [{ provider: 'GOOGLE', ...OLD }],
  // 30, 12 for a reach of 99, 20, 7: 69.
  'medium-high': [
    { provider: 'GOOGLE', ...OLD, social: { googleContactCount: 99 } },
    { provider: 'GITHUB', ...OLD },
  ],
  // 30, 30 for a reach of 100,000, 20, 20: 100.
  high: PROVIDERS.map((provider) => ({
    provider,
    ...OLD,
    ...(provider === 'TWITTER' && { social: { followersCount: 100_000 } }),
  })),
} satisfies Readonly<Record<string, readonly IssueOptions[]>>;

export const humanScores = {
  'human-score-exists': (sandbox, { partyId, providers }) => disclosingParty(sandbox, { partyId }, providers),
  async 'human-score-level'(sandbox, { partyId, level }) {
    const party = await ensureParty(sandbox, { partyId });
    const needed: readonly IssueOptions[] = CREDENTIALS_FOR_LEVEL[level];
    const revoked = party.credentials.find(
      ({ provider, state }) => state === 'revoked' && needed.some((wanted) => wanted.provider === provider),
    );
    if (revoked !== undefined)
      throw new Error(
        `party "${party.partyId}" has a revoked credential from ${revoked.provider} in this world, which would count; name another`,
      );
    await withdraw(sandbox, party);
    for (const credential of needed) {
      await issueCredential(sandbox, party.partyId, { supersede: true, ...credential });
      await disclose(sandbox, party.partyId, credential.provider);
    }
    return partyOutcome(sandbox, party.partyId);
  },
} satisfies Partial<SetUps>;
