/** What lists filter generated parties by; cheaper to know than the whole party. */

import { kycStatusBy } from '../world/credential-status.js';
import type { KycStatus } from '../world/model.js';
import type { Card } from './cards.js';

export interface Situation {
  readonly card: Card;
  /** When the party's credentials expire, in milliseconds after the start of the clock. */
  readonly expiresSinceStart: number;
}

/** The KYC state of every data request of the party, `sinceStart` milliseconds after the start of the clock. */
export function situationKycStatus({ card, expiresSinceStart }: Situation, sinceStart: number): KycStatus {
  return kycStatusBy(card.userStatus, card.requestStatus, expiresSinceStart <= sinceStart ? 'expired' : 'valid');
}
