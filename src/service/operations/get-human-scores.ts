/** GET /institutions/me/human-scores: the scores of approved users (specification section 4.2, rule 2). */

import { isApproved } from '../../domain/world/model.js';
import { jsonAnswer, type Answer } from '../answer.js';
import { askedParties } from '../asked-parties.js';
import type { Call } from '../call.js';
import { representHumanScore } from '../representations/human-score.js';
import { listOf, pageOf } from '../representations/page.js';

export function getHumanScores({ sandbox, request, time, showsEmail }: Call): Answer {
  const asked = askedParties(sandbox.world, request.query);
  const list = asked === undefined ? sandbox.disclosed.approvedParties() : listOf(asked.filter(isApproved));
  return jsonAnswer(
    200,
    pageOf(list, request.query, (party) => representHumanScore(party, time, showsEmail)),
  );
}
