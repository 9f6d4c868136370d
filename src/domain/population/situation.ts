/** What lists filter generated parties by; cheaper to know than the whole party. */

import type { KycStatus } from '../model.js';
import type { Card } from './cards.js';

export interface Situation {
  readonly card: Card;
  /** When the party's credentials expire, in milliseconds after the start of the clock. */
  readonly expiresSinceStart: number;
}

/** The KYC state of every data request of the party, `sinceStart` milliseconds after the start of the clock. */
export function situationKycStatus({ card, expiresSinceStart }: Situation, sinceStart: number): KycStatus {
  if (card.userStatus === 'BLOCKED') return 'BLOCKED';
  switch (card.requestStatus) {
    case 'PENDING':
      return 'IN_REVIEW';
    case 'APPROVED':
      return expiresSinceStart <= sinceStart ? 'EXPIRED' : 'APPROVED';
    case 'REJECTED':
      return 'REJECTED';
    case 'EXPIRED':
      return 'EXPIRED';
  }
}
