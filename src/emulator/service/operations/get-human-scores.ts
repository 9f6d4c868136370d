/** GET /institutions/me/human-scores: the scores of approved users (specification section 4.2, rule 2). */

import { isApprovedUser } from '../../domain/world/credential-status.js';
import type { Party } from '../../domain/world/model.js';
import { scanForApproved, type ScannedItems } from '../../domain/world/scanned-lists.js';
import type { Steps } from '../../../common/steps.js';
import { jsonResponse } from '../../../contract/response.js';
import { withDiagnostics, type ServiceResponse } from '../service-response.js';
import { explainMissing, requestedParties } from './requested-parties.js';
import type { Call, OperationPreparation } from './call.js';
import { representHumanScore } from '../representations/human-score.js';
import { listOf, pageOf } from '../representations/page.js';

export function getHumanScores(call: Call): ServiceResponse {
  const { sandbox, request, time, rules } = call;
  const { world, disclosed, scanned } = sandbox;
  const requested = requestedParties(world, request.query);
  const scan = scanForApproved(rules);
  const all = (): ScannedItems<Party> => (scan === undefined ? disclosed.approvedParties() : scanned.list(scan, time));
  const isApproved = (party: Party): boolean => isApprovedUser(party, time, rules);
  const list = requested === undefined ? all() : listOf(requested.filter(isApproved));
  const response = jsonResponse(
    200,
    pageOf(list, request.query, (party) => representHumanScore(party, call)),
  );
  if (requested === undefined) return response;
  return withDiagnostics(response, explainMissing(sandbox, request.query, isApproved));
}

/** The approved users of a large population, in a variant. */
export function prepareHumanScores({
  sandbox,
  request,
  time,
  rules,
}: Parameters<OperationPreparation>[0]): Steps<unknown> | undefined {
  const isWhole = requestedParties(sandbox.world, request.query) === undefined;
  return isWhole ? sandbox.scanned.inAdvance(scanForApproved(rules), time) : undefined;
}
