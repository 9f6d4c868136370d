/** Controls which credentials of a party are disclosed, so that the institution sees them. */

import type { Provider } from '../../../emulator/domain/world/model.js';
import type { Schemas } from '../../../emulator/control/documents.js';
import type { StateSandbox } from '../state-sandbox.js';
import { aboutParty, generateMetadata, type WantedParty } from './ensure-party.js';

/** Gives the party a current, disclosed credential from each provider, unless it has one. */
export async function ensureDisclosed(
  sandbox: StateSandbox,
  partyId: string,
  providers: readonly Provider[],
): Promise<void> {
  for (const provider of providers) {
    // The party is read again, because a disclosure changes it.
    const { credentials } = await sandbox.world.party(partyId);
    const current = credentials.find((held) => held.provider === provider && held.state === 'active' && !held.expired);
    if (current?.disclosed === true) continue;

    if (current === undefined) await issueCredential(sandbox, partyId, { provider });
    await disclose(sandbox, partyId, provider);
  }
}

/** A party that has disclosed credentials. */
export interface DisclosingParty extends WantedParty {
  /** The only provider, for states without the parameter `providers`. */
  readonly provider?: Provider;
  readonly providers?: readonly Provider[];
}

/** Sets up a state in which a party has disclosed a current credential from each provider. */
export const disclosingParty = aboutParty(async (sandbox, { partyId }, wanted: DisclosingParty) => {
  const only = wanted.provider === undefined ? [] : [wanted.provider];
  await ensureDisclosed(sandbox, partyId, wanted.providers ?? only);
});

/** Issues a credential with the members that fixtures have. It is not disclosed, and other credentials stay active. */
export async function issueCredential(
  { world }: StateSandbox,
  partyId: string,
  options: Schemas['IssueCredential'],
): Promise<Schemas['Credential']> {
  const party = await world.party(partyId);
  return world.issue(partyId, {
    // Five days old, so that the credential is fresh.
    issuedAt: '-P5D',
    metadata: generateMetadata(party, options.provider),
    supersede: false,
    disclose: false,
    ...options,
  });
}

/**
 * Discloses the party's credentials from a provider: approves the pending data request for it, or adds an approved
 * request.
 */
export async function disclose({ world }: StateSandbox, partyId: string, provider: Provider): Promise<void> {
  const requests = (await world.party(partyId)).requests.filter((request) => request.provider === provider);
  if (requests.some(({ status }) => status === 'APPROVED')) return;

  if (requests.some(({ status }) => status === 'PENDING'))
    await world.decide(partyId, { status: 'APPROVED', provider });
  else await world.request(partyId, provider, 'APPROVED');
}

/**
 * Ends the disclosure of the party's credentials: its approved data requests expire. `only` restricts this to some
 * providers.
 */
export async function withdraw(
  { world }: StateSandbox,
  { partyId, requests }: Schemas['Party'],
  { only }: { readonly only?: readonly string[] } = {},
): Promise<void> {
  for (const { id, status, provider } of requests) {
    if (status === 'APPROVED' && (only === undefined || only.includes(provider)))
      await world.decide(partyId, { status: 'EXPIRED', requestId: id });
  }
}
