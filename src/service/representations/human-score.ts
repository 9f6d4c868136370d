/** HumanScoreItem in the format of the service (specification section 2.5). */

import { humanScore } from '../../domain/scores/human-score.js';
import type { Party } from '../../domain/world/model.js';
import type { Now } from '../../domain/time/now.js';

/** The score of a party; with the e-mail of its account if the revision has it. */
export function representHumanScore(party: Party, time: Now, showsEmail: boolean): object {
  return { partyId: party.partyId, ...(showsEmail && { email: party.email }), humanScore: humanScore(party, time) };
}
