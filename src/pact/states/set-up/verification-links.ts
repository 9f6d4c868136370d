/** Sets up the provider states about verification links and their check. */

import type { SetUps } from './set-ups.js';
import { disclose } from '../world/disclosure.js';
import { ensureActiveCredential, ensureCredential, ensureEnded, linkOutcome } from '../world/ensure-credential.js';

/** When a credential was issued whose check has this status. */
const ISSUED_AT = { strong: '-P5D', moderate: '-P45D', weak: '-P120D' } as const;

export const verificationLinks = {
  'link-exists': async (sandbox, wanted) => linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted)),
  'link-valid': async (sandbox, { token, ...wanted }) =>
    linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted), token),
  'link-expired': async (sandbox, { token, ...wanted }) =>
    linkOutcome(sandbox, await ensureActiveCredential(sandbox, wanted), token, { lifetime: 0 }),
  'link-of-credential': async (sandbox, { token, standing, ...wanted }) =>
    linkOutcome(sandbox, await ensureEnded(sandbox, wanted, standing), token),
  async 'link-status'(sandbox, { token, status, ...wanted }) {
    if (status === 'archived' || status === 'revoked' || status === 'expired')
      return linkOutcome(sandbox, await ensureEnded(sandbox, wanted, status), token);
    const credential = await ensureCredential(sandbox, { ...wanted, issuedAt: ISSUED_AT[status] });
    await disclose(sandbox, credential.partyId, credential.provider);
    return linkOutcome(sandbox, credential, token);
  },
} satisfies Partial<SetUps>;
