/** Adds parties until a list is as long as a pact says. */

import type { ShownParty } from '../../../domain/world/shown-party.js';
import { PROVIDERS } from '../../../domain/world/model.js';
import { hashHex, hashText } from '../../../domain/time/random.js';
import type { StateSandbox } from '../state-sandbox.js';
import { inventAccount, inventMetadata } from './invented-account.js';
import { COUNT } from './parameters.js';

/**
 * Adds as many parties as are missing, each with one disclosed credential, which is one more item in every list.
 * @param itemsOf how many items of the list a party is
 * @throws Error where the list is longer already
 */
export async function fillUp(
  sandbox: StateSandbox,
  count: number,
  itemsOf: (party: ShownParty) => number,
): Promise<void> {
  const { items, total } = await sandbox.world.parties({ limit: COUNT.maximum });
  const known = items.reduce((sum, party) => sum + itemsOf(party), 0);
  if (known > count || total > COUNT.maximum) {
    throw new Error(
      `there are more already${total > COUNT.maximum ? '' : `, ${known},`} in the sandbox; open it with the fixture "empty" and the population 0, as sandboxOptionsFor() says`,
    );
  }
  for (let number = known; number < count; number++) await addMember(sandbox, number);
}

async function addMember({ world }: StateSandbox, number: number): Promise<void> {
  const account = inventAccount(`member ${number}`);
  const provider = PROVIDERS[number % PROVIDERS.length]!;
  const contractId = `00${hashHex(68, hashText('member'), number)}`;
  await world.addParty({
    ...account,
    credentials: [
      { provider, contractId, issuedAt: `-P${5 + (number % 20)}D`, metadata: inventMetadata(account, provider) },
    ],
  });
}
