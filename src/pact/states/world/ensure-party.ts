/** Finds parties in a sandbox, adds or changes them as a state requires, and generates what a pact does not specify. */

import { withoutUndefined } from '../../../common/json.js';
import type { Schemas } from '../../../emulator/control/documents.js';
import type { AccountOwner } from '../../../emulator/domain/population/accounts.js';
import { hash32, hashText } from '../../../emulator/domain/time/random.js';
import type { Provider } from '../../../emulator/domain/world/model.js';
import type { StateOutcome } from '../provider-state.js';
import { unlessNotFound, type StateSandbox } from '../state-sandbox.js';
import NAMES from './names.json' with { type: 'json' };

/** The party that a state requires. Missing values stay as they are, or are generated for a new party. */
export interface WantedParty extends Partial<Account> {
  /** ID of the party. Default: a new party. */
  readonly partyId?: string | undefined;
}

/** Finds or adds the party with this ID, and changes it if its account differs. Only the account is compared. */
export async function ensureParty({ world }: StateSandbox, wanted: WantedParty): Promise<Schemas['Party']> {
  const { partyId, email, username, firstName, lastName } = wanted;
  const account = withoutUndefined({ email, username, firstName, lastName });
  const existing = partyId === undefined ? undefined : await unlessNotFound(() => world.party(partyId));
  if (existing === undefined) return addParty(world, { partyId, ...account });

  const differs = Object.entries(account).some(([name, value]) => existing[name as keyof Account] !== value);

  return differs ? world.changeParty(existing.partyId, account) : existing;
}

/** Adds a party without credentials and data requests. */
async function addParty(world: StateSandbox['world'], { partyId, ...account }: WantedParty): Promise<Schemas['Party']> {
  // The account is generated from what identifies the party. Without any ID or handle, the number of parties serves, so
  // that the result is repeatable.
  const key = partyId ?? account.email ?? account.username ?? `party ${(await world.parties({ limit: 1 })).total}`;
  const added = { ...generateAccount(key), ...account, credentials: [], requests: [] };

  return world.addParty(partyId === undefined ? added : { partyId, ...added });
}

/** The most parties that a look-up reads. */
const MOST_PARTIES = 1_000;

/** The parties that have this e-mail address or username in the account or in a credential. Case does not matter. */
export async function findByHandle({ world }: StateSandbox, handle: string): Promise<Schemas['Party'][]> {
  const search = handle.trim().toLowerCase();
  const { items } = await world.parties({ search, limit: MOST_PARTIES });
  // The search also finds parties by names and by parts of texts.
  return items.filter((party) => handlesOf(party).some((known) => known?.toLowerCase() === search));
}

/** The texts by which a look-up finds the party. */
function handlesOf({ email, username, credentials }: Schemas['Party']): (string | undefined)[] {
  return [email, username, ...credentials.flatMap(({ metadata }) => [metadata.email, metadata.username])];
}

/** State values about a party: its ID, its handles and the contract ID of its newest credential. */
export function valuesOf(party: Schemas['Party']): Readonly<Record<string, unknown>> {
  const { partyId, email, username, credentials } = party;
  return withoutUndefined({ partyId, email, username, contractId: credentials.at(-1)?.contractId });
}

/**
 * Sets up a state about a party: ensures that the party exists, and changes it. The values of the state are about the
 * party after the change.
 * @param change receives the party as it was before
 */
export function aboutParty<Wanted extends WantedParty>(
  change: (sandbox: StateSandbox, party: Schemas['Party'], wanted: Wanted) => Promise<unknown>,
): (sandbox: StateSandbox, wanted: Wanted) => Promise<StateOutcome> {
  return async (sandbox, wanted) => {
    const party = await ensureParty(sandbox, wanted);
    await change(sandbox, party, wanted);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  };
}

/** What identifies the user of a party. */
type Account = Omit<AccountOwner, 'otherUsername'>;

/**
 * Generates an account. Equal keys give equal accounts.
 * @param key any text that identifies the party
 */
export function generateAccount(key: string): Account {
  const drawn = hash32(hashText(key));
  const firstName = NAMES.first[drawn % NAMES.first.length]!;
  // The first name uses other bits, so that the two names are independent.
  const lastName = NAMES.last[(drawn >>> 8) % NAMES.last.length]!;
  const name = `${firstName}.${lastName}.${drawn.toString(36)}`.toLowerCase();

  return { email: `${name}@example.com`, username: name.replaceAll('.', '-'), firstName, lastName };
}

/** Generates the metadata of a credential of the account, with the members that fixtures have. */
export function generateMetadata(
  { email, username, firstName, lastName }: Partial<Account>,
  provider: Provider,
): NonNullable<Schemas['IssueCredential']['metadata']> {
  const drawn = hash32(hashText(`${email ?? ''} ${provider}`));
  return {
    // Google accounts have no username.
    ...withoutUndefined({ email, firstName, lastName, username: provider === 'GOOGLE' ? undefined : username }),
    providerId: String(drawn),
    emailVerified: true,
    profilePicture: `https://pictures.example.com/${drawn.toString(36)}-${provider.toLowerCase()}.png`,
  };
}
