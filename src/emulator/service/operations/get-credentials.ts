/** GET /institutions/me/credentials: what parties have disclosed (specification section 4.2, rule 3). */

import { selectedHoldings } from '../../domain/world/credential-status.js';
import type { Holding, Party } from '../../domain/world/model.js';
import { scanForCredentials, type ScannedItems } from '../../domain/world/scanned-lists.js';
import { jsonResponse } from '../../../contract/response.js';
import type { Steps } from '../../../common/steps.js';
import { withDiagnostics, type ServiceResponse } from '../service-response.js';
import { explainMissing, requestedParties } from './requested-parties.js';
import type { Call, OperationPreparation } from './call.js';
import { representCredential } from '../representations/credential.js';
import { listOf, pageOf } from '../representations/page.js';

export function getCredentials(call: Call): ServiceResponse {
  const { sandbox, request, time, rules } = call;
  const { world, disclosed, scanned } = sandbox;
  const requested = requestedParties(world, request.query);
  const scan = scanForCredentials(rules);
  const all = (): ScannedItems<Holding> => (scan === undefined ? disclosed.credentials() : scanned.list(scan, time));
  const ofParty = (party: Party): readonly Holding[] => selectedHoldings(party, rules.listed, time, rules);
  const list = requested === undefined ? all() : listOf(requested.flatMap(ofParty));
  const response = jsonResponse(
    200,
    pageOf(list, request.query, (holding) => representCredential(holding, call)),
  );
  if (requested === undefined) return response;
  return withDiagnostics(
    response,
    explainMissing(sandbox, request.query, (party) => ofParty(party).length > 0),
  );
}

/** A selection of the credentials of a large population. */
export function prepareCredentials({
  sandbox,
  request,
  time,
  rules,
}: Parameters<OperationPreparation>[0]): Steps<unknown> | undefined {
  const isWhole = requestedParties(sandbox.world, request.query) === undefined;
  return isWhole ? sandbox.scanned.inAdvance(scanForCredentials(rules), time) : undefined;
}
