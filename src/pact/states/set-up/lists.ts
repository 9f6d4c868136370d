/** Sets up the provider states about the lists of users, credentials and human scores: how many items they have. */

import { hashHex, hashText } from '../../../emulator/domain/time/random.js';
import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import type { ShownParty } from '../../../emulator/control/world/documents.js';
import type { SetUps } from './set-ups.js';
import type { StateSandbox } from '../state-sandbox.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, generateAccount, generateMetadata } from '../world/ensure-party.js';

const HOW_TO_EMPTY = 'open it with the fixture "empty" and the population 0, as sandboxOptionsFor() requires';

const MOST_PARTIES = 1_000;

/**
 * Adds parties until the list has `count` items. Each new party has one disclosed credential, so it is one item of
 * every list.
 * @param itemsOf number of items of the list that belong to the party
 * @throws Error if the list has more items already
 */
async function fillList(sandbox: StateSandbox, count: number, itemsOf: (party: ShownParty) => number): Promise<void> {
  const { items, total } = await sandbox.world.parties({ limit: MOST_PARTIES });
  const known = items.reduce((sum, party) => sum + itemsOf(party), 0);
  if (known > count || total > MOST_PARTIES) {
    throw new Error(
      `there are more already${total > MOST_PARTIES ? '' : `, ${known},`} in the sandbox; ${HOW_TO_EMPTY}`,
    );
  }
  for (let number = known; number < count; number++) await addListedParty(sandbox, number);
}

async function addListedParty({ world }: StateSandbox, number: number): Promise<void> {
  const account = generateAccount(`member ${number}`);
  const provider = PROVIDERS[number % PROVIDERS.length]!;
  const contractId = `00${hashHex(68, hashText('member'), number)}`;
  await world.addParty({
    ...account,
    credentials: [
      { provider, contractId, issuedAt: `-P${5 + (number % 20)}D`, metadata: generateMetadata(account, provider) },
    ],
  });
}

export const lists = {
  async 'users-exist'(sandbox) {
    const { total } = await sandbox.world.parties({ limit: 1 });
    if (total === 0) await ensureDisclosed(sandbox, (await ensureParty(sandbox, {})).partyId, ['GITHUB']);
  },
  async nobody({ world }) {
    const { total } = await world.parties({ limit: 1 });
    if (total > 0)
      throw new Error(`there ${total === 1 ? 'is a party' : `are ${total} parties`} in the sandbox; ${HOW_TO_EMPTY}`);
  },
  'users-count': (sandbox, { count }) => fillList(sandbox, count, ({ requests }) => requests.length),
  'credentials-count': (sandbox, { count }) =>
    fillList(
      sandbox,
      count,
      ({ credentials }) =>
        credentials.filter(({ disclosed, state }) => disclosed && (state === 'active' || state === 'revoked')).length,
    ),
  'human-scores-count': (sandbox, { count }) =>
    fillList(sandbox, count, ({ requests }) => (requests.some(({ status }) => status === 'APPROVED') ? 1 : 0)),
} satisfies Partial<SetUps>;
