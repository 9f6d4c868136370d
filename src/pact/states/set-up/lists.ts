/** Sets up the provider states about human scores, and about lists: how many items they have. */

import type { Schemas } from '../../../emulator/control/documents.js';
import { hashHex, hashText } from '../../../emulator/domain/time/random.js';
import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import { SCORE_LEVELS } from './score-levels.js';
import type { SetUps } from './set-ups.js';
import type { StateSandbox } from '../state-sandbox.js';
import { disclose, disclosingParty, ensureDisclosed, issueCredential, withdraw } from '../world/disclosure.js';
import { aboutParty, ensureParty, generateAccount, generateMetadata } from '../world/ensure-party.js';

/** The most parties that are read to count the items of lists. */
const MOST_PARTIES = 1_000;

/** For each list, how many items a party adds to it. */
const ITEMS = {
  users: ({ requests }) => requests.length,
  credentials: ({ credentials }) =>
    // The service lists revoked credentials, too, but no archived or superseded ones.
    credentials.filter(({ disclosed, state }) => disclosed && (state === 'active' || state === 'revoked')).length,
  'human scores': ({ requests }) => (requests.some(({ status }) => status === 'APPROVED') ? 1 : 0),
} satisfies Readonly<Record<string, (party: Schemas['Party']) => number>>;

/** A list of the service. */
export type CountedList = keyof typeof ITEMS;

/** The lists whose items states count. */
export const LISTS = Object.keys(ITEMS) as readonly CountedList[];

/** Counts the items of a list. @throws Error if there are too many parties to count */
export async function countIn({ world }: StateSandbox, list: CountedList): Promise<number> {
  const { items, total } = await world.parties({ limit: MOST_PARTIES });
  if (total > MOST_PARTIES) throw new Error(`there are ${total} parties in the sandbox, which are too many to count`);
  return items.reduce((sum, party) => sum + ITEMS[list](party), 0);
}

/**
 * Adds parties until the list has this many items. Each added party has one disclosed credential, so it adds one item
 * to every list.
 */
async function fillList(sandbox: StateSandbox, list: CountedList, count: number): Promise<void> {
  for (let number = await countIn(sandbox, list); number < count; number++) await addListedParty(sandbox, number);
}

/**
 * Adds a party that is in every list.
 * @param number equal numbers give equal parties, so that verifications are repeatable
 */
async function addListedParty({ world }: StateSandbox, number: number): Promise<void> {
  const account = generateAccount(`member ${number}`);
  const provider = PROVIDERS[number % PROVIDERS.length]!;
  // A contract ID in the form of the service: `00`, and a hash of 68 bytes in hexadecimal digits.
  const contractId = `00${hashHex(68, hashText('member'), number)}`;
  await world.addParty({
    ...account,
    credentials: [
      { provider, contractId, issuedAt: `-P${5 + (number % 20)}D`, metadata: generateMetadata(account, provider) },
    ],
  });
}

/** The level of a human score, such as a high one. */
export type ScoreLevel = keyof typeof SCORE_LEVELS;

/** The providers of the credentials that give a score of this level. */
export function providersForLevel(level: ScoreLevel): readonly string[] {
  return SCORE_LEVELS[level].map(({ provider }) => provider);
}

/** How the states about whole lists are set up, by their names. */
export const lists = {
  async 'users-exist'(sandbox) {
    const { total } = await sandbox.world.parties({ limit: 1 });
    if (total === 0) await ensureDisclosed(sandbox, (await ensureParty(sandbox, {})).partyId, ['GITHUB']);
  },
  // Parties cannot be removed. These states only promise that the lists are empty, which `promises.ts` checks.
  nobody: () => undefined,
  'no-credentials': () => undefined,
  'no-human-scores': () => undefined,
  'users-count': (sandbox, { count }) => fillList(sandbox, 'users', count),
  'credentials-count': (sandbox, { count }) => fillList(sandbox, 'credentials', count),
  'human-scores-count': (sandbox, { count }) => fillList(sandbox, 'human scores', count),
  'human-score-exists': disclosingParty,
  'human-score-level': aboutParty(async (sandbox, party, { level }) => {
    const needed: readonly Schemas['IssueCredential'][] = SCORE_LEVELS[level];
    const providers = needed.map(({ provider }) => provider);
    const revoked = party.credentials.find(
      ({ provider, state }) => state === 'revoked' && providers.includes(provider),
    );
    if (revoked !== undefined)
      throw new Error(
        `party "${party.partyId}" has a revoked credential from ${revoked.provider} in this world, which would count; name another`,
      );

    // Any other disclosed credential would change the level.
    await withdraw(sandbox, party);

    for (const credential of needed) {
      await issueCredential(sandbox, party.partyId, { supersede: true, ...credential });
      await disclose(sandbox, party.partyId, credential.provider);
    }
  }),
} satisfies Partial<SetUps>;
