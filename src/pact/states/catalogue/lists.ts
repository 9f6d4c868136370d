/** Provider states about the lists of users, credentials and human scores: how many items they have. */

import { hashHex, hashText } from '../../../emulator/domain/time/random.js';
import { PROVIDERS } from '../../../emulator/domain/world/model.js';
import type { ShownParty } from '../../../emulator/control/world/documents.js';
import { defineState, type SandboxOpening } from '../provider-state.js';
import type { StateSandbox } from '../state-sandbox.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty } from '../world/ensure-party.js';
import { generateAccount, generateMetadata } from '../world/generate-account.js';

/** Opens a sandbox without parties. */
const EMPTY_WORLD: SandboxOpening = { fixture: 'empty', population: 0 };
const HOW_TO_EMPTY = 'open it with the fixture "empty" and the population 0, as sandboxOptionsFor() requires';

const MOST_PARTIES = 1_000;
const COUNT = {
  type: 'number',
  description: 'The number of items.',
  minimum: 0,
  maximum: MOST_PARTIES,
  default: 25,
} as const;

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

export const lists = [
  defineState({
    name: 'users-exist',
    summary: 'There are users, credentials and human scores, as in every sandbox that is not opened empty.',
    sentences: [
      '(users|parties|credentials|human scores) exist',
      'there are (users|credentials|human scores)',
      'there are some (users|credentials)',
      '(some|multiple|several) (users|credentials) exist',
      'the institution (has users|exists)',
      'the users list is not empty',
      'the service is (available|up|healthy|running)',
    ],
    parameters: {},
    async setUp(sandbox) {
      const { total } = await sandbox.world.parties({ limit: 1 });
      if (total === 0) await ensureDisclosed(sandbox, (await ensureParty(sandbox, {})).partyId, ['GITHUB']);
    },
  }),
  defineState({
    name: 'nobody',
    summary: 'There are no parties, so every list is empty and its total is 0.',
    sentences: [
      'no (users|parties|credentials|human scores) exist',
      'there are no (users|parties|credentials|human scores|customers)',
      'the institution has no (users|credentials)',
      'nobody has disclosed anything',
      'the (users|user|credentials) list is empty',
      'the list of (users|credentials) is empty',
    ],
    parameters: {},
    opensWith: EMPTY_WORLD,
    async setUp({ world }) {
      const { total } = await world.parties({ limit: 1 });
      if (total > 0)
        throw new Error(`there ${total === 1 ? 'is a party' : `are ${total} parties`} in the sandbox; ${HOW_TO_EMPTY}`);
    },
  }),
  defineState({
    name: 'users-count',
    summary: 'The users list has exactly this number of rows, including those of parties from other states.',
    sentences: [
      '(exactly |){count} (users|parties) exist',
      'there are (|exactly ){count} users',
      'the institution has {count} users',
      'the users list has {count} (users|rows)',
      'a list of {count} users exists',
      '{count} users are registered',
      'exactly {count} user exists',
      'enough users for several pages exist',
    ],
    parameters: { count: COUNT },
    opensWith: EMPTY_WORLD,
    last: true,
    setUp: (sandbox, { count }) => fillList(sandbox, count, ({ requests }) => requests.length),
  }),
  defineState({
    name: 'credentials-count',
    summary: 'The credentials list has exactly this number of items, including those from other states.',
    sentences: [
      '(exactly |){count} credentials exist',
      'there are (|exactly ){count} credentials',
      '{count} credentials have been disclosed',
      'exactly {count} credential exists',
      'enough credentials for several pages exist',
    ],
    parameters: { count: COUNT },
    opensWith: EMPTY_WORLD,
    last: true,
    setUp: (sandbox, { count }) =>
      fillList(
        sandbox,
        count,
        ({ credentials }) =>
          credentials.filter(({ disclosed, state }) => disclosed && (state === 'active' || state === 'revoked')).length,
      ),
  }),
  defineState({
    name: 'human-scores-count',
    summary:
      'The list of human scores has exactly this number of items, one for each approved user, including users from other states.',
    sentences: [
      '(exactly |){count} (human scores|approved users) exist',
      'there are {count} (human scores|approved users)',
      'exactly {count} human score exists',
      'enough human scores for several pages exist',
    ],
    parameters: { count: COUNT },
    opensWith: EMPTY_WORLD,
    last: true,
    setUp: (sandbox, { count }) =>
      fillList(sandbox, count, ({ requests }) => (requests.some(({ status }) => status === 'APPROVED') ? 1 : 0)),
  }),
];
