/** GET /institutions/me/human-scores: the scores of approved users (specification section 4.2, rule 2). */

import { humanScore } from '../../domain/human-score.js';
import { isApproved, type Party } from '../../domain/model.js';
import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { listOf, pageOf } from '../representations/page.js';

export function getHumanScores({ sandbox, request }: Call): Answer {
  const time = sandbox.world.time();
  const { partyIds } = request.query as { partyIds?: readonly string[] };
  const list = partyIds === undefined ? sandbox.disclosed.approvedParties() : listOf(approved(sandbox.world, partyIds));
  return jsonAnswer(
    200,
    pageOf(list, request.query, (party) => ({ partyId: party.partyId, humanScore: humanScore(party, time) })),
  );
}

/** The approved ones among the parties, in the order of the request, each once. */
function approved(world: Call['sandbox']['world'], partyIds: readonly string[]): Party[] {
  return [...new Set(partyIds)].flatMap((partyId) => {
    const party = world.party(partyId);
    return party !== undefined && isApproved(party) ? [party] : [];
  });
}
