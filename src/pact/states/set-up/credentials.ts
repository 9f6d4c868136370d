/** Sets up the provider states about single credentials, and about verification links and their check. */

import type { SetUps } from './set-ups.js';
import { unlessNotFound } from '../state-sandbox.js';
import { disclose, withdraw } from '../world/disclosure.js';
import { aboutCredential, aboutLink, ensureActiveCredential } from '../world/ensure-credential.js';
import { ensureCredential, ensureEnded, type CredentialEnd } from '../world/ensure-credential.js';

/**
 * For each freshness: when a credential that has it is issued, and the ages in days between which a credential has it.
 */
export const AGES = {
  FRESH: { issuedAt: '-P5D', from: 0, below: 30 },
  MODERATE: { issuedAt: '-P45D', from: 30, below: 90 },
  STALE: { issuedAt: '-P120D', from: 90, below: Infinity },
} as const;

/** A day in milliseconds. */
const DAY = 86_400_000;

/**
 * Sets up a credential that has ended. The states of all ends have equal parameters, so the type of one stands for all.
 */
function ended(end: CredentialEnd): SetUps['credential-revoked'] {
  return aboutCredential((sandbox, wanted) => ensureEnded(sandbox, wanted, end));
}

/** For each status of a check: when a credential is issued that has it. */
const ISSUED_AT = { strong: '-P5D', moderate: '-P45D', weak: '-P120D' } as const;

/** How the states about credentials and links are set up, by their names. */
export const credentials = {
  'credential-exists': aboutCredential(ensureActiveCredential),
  'credential-revoked': ended('revoked'),
  'credential-expired': ended('expired'),
  'credential-archived': ended('archived'),
  'credential-superseded': ended('superseded'),
  'credential-freshness': aboutCredential(async (sandbox, { freshness, ...wanted }) => {
    const { issuedAt, from, below } = AGES[freshness];
    const credential = await ensureActiveCredential(sandbox, { ...wanted, issuedAt });
    // An existing credential keeps its time of issue, so it may have another freshness.
    const { time } = await sandbox.clock.reading();
    const age = (Date.parse(time) - Date.parse(credential.issuedAt)) / DAY;
    if (age >= from && age < below) return credential;

    const when = `${Math.floor(age)} days ago`;
    throw new Error(`the credential "${credential.contractId}" was issued ${when} in this world; name another`);
  }),
  'credential-undisclosed': aboutCredential(async (sandbox, wanted) => {
    const credential = await ensureCredential(sandbox, wanted);
    const party = await sandbox.world.party(credential.partyId);
    await withdraw(sandbox, party, { only: [credential.provider] });

    return credential;
  }),
  async 'credential-unknown'(sandbox, { contractId }) {
    const existing = await unlessNotFound(() => sandbox.world.credential(contractId));
    // Credentials cannot be removed, but an undisclosed one is unknown to the institution.
    if (existing?.disclosed === true) await withdraw(sandbox, await sandbox.world.party(existing.partyId));
  },
  'link-exists': aboutLink(ensureActiveCredential),
  'link-valid': aboutLink(ensureActiveCredential),
  'link-expired': aboutLink(ensureActiveCredential, { lifetime: 0 }),
  'link-of-credential': aboutLink((sandbox, { standing, ...wanted }) => ensureEnded(sandbox, wanted, standing)),
  'link-status': aboutLink(async (sandbox, { status, ...wanted }) => {
    if (status === 'archived' || status === 'revoked' || status === 'expired')
      return await ensureEnded(sandbox, wanted, status);

    const credential = await ensureCredential(sandbox, { ...wanted, issuedAt: ISSUED_AT[status] });
    await disclose(sandbox, credential.partyId, credential.provider);

    return credential;
  }),
} satisfies Partial<SetUps>;
