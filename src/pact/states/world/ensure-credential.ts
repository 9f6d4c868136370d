/** Finds or issues the credential that a state requires, and makes verification links for it. */

import { withoutUndefined } from '../../../common/json.js';
import type { Provider } from '../../../emulator/domain/world/model.js';
import type { Schemas } from '../../../emulator/control/documents.js';
import type { StateOutcome } from '../provider-state.js';
import { unlessNotFound, type StateSandbox } from '../state-sandbox.js';
import { disclose, issueCredential } from './disclosure.js';
import { ensureParty, valuesOf } from './ensure-party.js';

/** The credential that a state requires. Missing values stay as they are, or are generated for a new credential. */
interface WantedCredential {
  /** ID of the credential. Default: a new credential. */
  readonly contractId?: string | undefined;
  /** The holder. Default: the party that holds the credential, or a new party. */
  readonly partyId?: string | undefined;
  readonly provider: Provider;
  /** The time of issue of a new credential, as a duration from now. Default: `-P5D`. */
  readonly issuedAt?: string;
}

/** A credential, and the party that holds it. */
type CredentialOfParty = Schemas['Credential'] & { readonly partyId: string };

/** The ways in which a credential ends, with the method of the world for each. */
const ENDS = { revoked: 'revoke', archived: 'archive', superseded: 'supersede', expired: 'expire' } as const;

/** How a credential has ended: `revoked`. */
export type CredentialEnd = keyof typeof ENDS;

/**
 * Finds or issues the credential, whether disclosed or not.
 * @throws Error if another party holds it
 */
export async function ensureCredential(
  sandbox: StateSandbox,
  { contractId, partyId, provider, issuedAt }: WantedCredential,
): Promise<CredentialOfParty> {
  const { world } = sandbox;
  const holding = contractId === undefined ? undefined : await unlessNotFound(() => world.credential(contractId));
  if (holding !== undefined) {
    if (partyId !== undefined && partyId !== holding.partyId)
      throw new Error(
        `the credential "${holding.credential.contractId}" belongs to party "${holding.partyId}", not to "${partyId}"`,
      );
    return { ...holding.credential, partyId: holding.partyId };
  }

  const party = await ensureParty(sandbox, { partyId });
  const options = { provider, ...withoutUndefined({ contractId, issuedAt }) };
  const issued = await issueCredential(sandbox, party.partyId, options);

  return { ...issued, partyId: party.partyId };
}

/**
 * Finds or issues the credential, and discloses it. The credential is active.
 * @throws Error if another party holds it, or if it is revoked, archived, superseded or expired
 */
export async function ensureActiveCredential(
  sandbox: StateSandbox,
  wanted: WantedCredential,
): Promise<CredentialOfParty> {
  const credential = await ensureCredential(sandbox, wanted);
  const { contractId, state, expired } = credential;
  const ended = state === 'active' ? 'expired' : state;
  if (state !== 'active' || expired)
    throw new Error(`the credential "${contractId}" is ${ended} in this world, which cannot be undone; name another`);

  await disclose(sandbox, credential.partyId, credential.provider);

  return credential;
}

/**
 * Discloses a credential, and ends it in this way.
 * @returns the credential as it was before its end
 * @throws Error if another party holds it, or if it was revoked, archived or superseded, which cannot be undone
 */
export async function ensureEnded(
  sandbox: StateSandbox,
  wanted: WantedCredential,
  end: CredentialEnd,
): Promise<CredentialOfParty> {
  const credential = await ensureCredential(sandbox, wanted);
  const { partyId, contractId, provider, state, expired } = credential;
  await disclose(sandbox, partyId, provider);

  const standing = state === 'active' && expired ? 'expired' : state;
  // The world refuses to end a credential that has ended in another way.
  if (standing !== end) await sandbox.world[ENDS[end]](contractId);

  return credential;
}

/** Finds or issues the credential that a state requires. */
type Ensure<Wanted> = (sandbox: StateSandbox, wanted: Wanted) => Promise<CredentialOfParty>;

/**
 * Sets up a state about a credential. The values of the state are about the credential and its party.
 * @param ensure finds or issues the credential
 */
export function aboutCredential<Wanted>(
  ensure: Ensure<Wanted>,
): (sandbox: StateSandbox, wanted: Wanted) => Promise<Required<Pick<StateOutcome, 'values'>>> {
  return async (sandbox, wanted) => {
    const { partyId, contractId } = await ensure(sandbox, wanted);
    return { values: { ...valuesOf(await sandbox.world.party(partyId)), contractId } };
  };
}

/**
 * Sets up a state about a credential, and makes a link for it. The token of the link is a value of the state. If the
 * pact has a `token`, the link's token replaces it.
 * @param options `lifetime` in seconds. Default: that of every link of the sandbox
 */
export function aboutLink<Wanted extends object>(
  ensure: Ensure<Wanted>,
  options: { readonly lifetime?: number } = {},
): (sandbox: StateSandbox, wanted: Wanted & { readonly token?: string | undefined }) => Promise<StateOutcome> {
  const setUp = aboutCredential(ensure);
  return async (sandbox, wanted) => {
    const { values } = await setUp(sandbox, wanted);
    const link = await sandbox.verificationLink(values['contractId'] as string, options);

    return {
      values: { ...values, ...link },
      ...(wanted.token !== undefined && { replacements: { [wanted.token]: link.token } }),
    };
  };
}
