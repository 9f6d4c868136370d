/** Credentials that were never shown, and yet are why a row of the users list stands as it does. */

import type { SeenRequest } from './seen-world.js';

/** What must stand behind the row; undefined where nothing has to. */
export function standInKind({ status, kycStatus }: SeenRequest): 'expired' | 'valid' | undefined {
  if (status === 'APPROVED' && kycStatus === 'EXPIRED') return 'expired';
  return status === 'PENDING' && kycStatus === 'IN_REVIEW' ? 'valid' : undefined;
}
