/** HumanScoreItem in the format of the service (specification section 2.5). */

import { humanScore } from '../../domain/scores/human-score.js';
import type { Party } from '../../domain/world/model.js';
import type { Presentation } from './presentation.js';

/** The score of a party. */
export function representHumanScore(party: Party, { time, showsEmail, rules }: Presentation): object {
  return {
    partyId: party.partyId,
    ...(showsEmail && { email: party.email }),
    humanScore: humanScore(party, time, rules),
  };
}
