/** Sees to it that a credential is there, and is what a pact says of it. */

import type { ShownCredential } from '../../../domain/world/shown-party.js';
import type { Provider } from '../../../domain/world/model.js';
import type { StateSandbox } from '../state-sandbox.js';
import { disclose, issueCredential } from './disclosure.js';
import { ensureParty, valuesOf } from './ensure-party.js';
import { ifThere } from './if-there.js';

/** The credential; what is not given is as it is, or made up. */
export interface WantedCredential {
  readonly contractId?: string | undefined;
  /** Default: whoever holds it, or a new party. */
  readonly partyId?: string | undefined;
  readonly provider: Provider;
  /** Of a new one: a duration from now. Default: five days ago. */
  readonly issuedAt?: string;
}

export interface HeldByParty extends ShownCredential {
  readonly partyId: string;
}

/** What may have become of a credential. */
export const STANDINGS = ['revoked', 'archived', 'superseded', 'expired'] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * The credential, disclosed or not.
 * @throws Error where another party holds it
 */
export async function ensureCredential(
  sandbox: StateSandbox,
  { contractId, partyId, provider, issuedAt }: WantedCredential,
): Promise<HeldByParty> {
  const known = contractId === undefined ? undefined : await ifThere(() => sandbox.world.credential(contractId));
  if (known !== undefined) {
    if (partyId !== undefined && partyId !== known.partyId)
      throw new Error(
        `the credential "${known.credential.contractId}" belongs to party "${known.partyId}", not to "${partyId}"`,
      );
    return { ...known.credential, partyId: known.partyId };
  }
  const party = await ensureParty(sandbox, { partyId });
  const issued = await issueCredential(sandbox, party.partyId, {
    provider,
    ...(contractId !== undefined && { contractId }),
    ...(issuedAt !== undefined && { issuedAt }),
  });
  return { ...issued, partyId: party.partyId };
}

/** The credential, disclosed, and nothing has become of it. @throws Error where something has */
export async function ensureGoodCredential(sandbox: StateSandbox, wanted: WantedCredential): Promise<HeldByParty> {
  const credential = await ensureCredential(sandbox, wanted);
  const { contractId, state, expired } = credential;
  if (state !== 'active' || expired)
    throw new Error(
      `the credential "${contractId}" is ${expired ? 'expired' : state} in this world, for good; name another`,
    );
  await disclose(sandbox, credential.partyId, credential.provider);
  return credential;
}

/** The credential, disclosed, of which this has become. @throws Error where it has come to something else already */
export async function ensureStanding(
  sandbox: StateSandbox,
  wanted: WantedCredential,
  standing: Standing,
): Promise<HeldByParty> {
  const credential = await ensureCredential(sandbox, wanted);
  const { partyId, contractId, provider, state, expired } = credential;
  await disclose(sandbox, partyId, provider);
  if (standing === 'expired' ? expired : state === standing) return credential;
  const act = { revoked: 'revoke', archived: 'archive', superseded: 'supersede', expired: 'expire' } as const;
  await sandbox.world[act[standing]](contractId);
  return credential;
}

/** What a pact may want to know of a credential that it does not name, and of its party. */
export async function valuesOfCredential(
  { world }: StateSandbox,
  { partyId, contractId }: HeldByParty,
): Promise<Readonly<Record<string, unknown>>> {
  return { ...valuesOf(await world.party(partyId)), contractId };
}
