/** GET /institutions/me/credentials/resolve: forward and reverse look-up (specification section 4.2, rule 4). */

import { jsonResponse } from '../../../contract/response.js';
import { selectedCredentials, selectedHoldings } from '../../domain/world/credential-status.js';
import { shownHandles } from '../../domain/world/party-names.js';
import { aliasLabel, type Holding, type Party } from '../../domain/world/model.js';
import { representResolved } from '../representations/rows.js';
import type { OperationCall, OperationHandler } from './call.js';
import { explainHandle, explainParty } from './explain-absence.js';

/** Shows the credentials of the parties that a look-up finds. */
export const resolveCredentials: OperationHandler = (call) => {
  const { time, rules } = call;
  const { parties, explain, belongsToResult } = lookUp(call);
  const all = parties.flatMap((party) => selectedHoldings(party, rules.resolved, time, rules));
  const holdings = belongsToResult === undefined ? all : all.filter(belongsToResult);
  const response = jsonResponse(200, { credentials: holdings.map((holding) => representResolved(holding, time)) });
  if (holdings.length > 0) return response;

  return { ...response, diagnostics: [explain()], variantPoint: 'no-match' };
};

/** What a look-up has found. */
interface LookUp {
  readonly parties: readonly Party[];
  /** Which credentials of the parties belong to the result. Default: all. */
  readonly belongsToResult?: (holding: Holding) => boolean;
  /** Why nothing was found. */
  readonly explain: () => string;
}

/**
 * Looks parties up by handle (an e-mail or a username), alias or party ID. The contract requires exactly one of these
 * parameters.
 */
function lookUp({ exchange: { sandbox }, request, time, rules }: OperationCall): LookUp {
  const { world } = sandbox;
  const { q, a, partyId = '' } = request.query as { q?: string; a?: string; partyId?: string };
  if (q !== undefined) {
    const handle = q.trim().toLowerCase();
    // A look-up must not reveal a name that the response would not show. Either a credential has to show the name
    // itself, or the whole party is found if any of its credentials shows the name.
    const showsParty = (party: Party): boolean => {
      const selected = selectedCredentials(party, rules.resolved, time, rules);
      return shownHandles(party, selected).has(handle);
    };

    const parties = world.partiesByHandle(handle).filter(showsParty);
    const showsHandle = ({ party, credential }: Holding): boolean => shownHandles(party, [credential]).has(handle);
    const explain = (): string => explainHandle(sandbox, handle);

    return rules.found === 'party' ? { parties, explain } : { parties, explain, belongsToResult: showsHandle };
  }

  const label = a === undefined ? undefined : aliasLabel(a);
  const party = label === undefined ? world.party(partyId) : world.partyByAlias(label);
  if (party !== undefined) return { parties: [party], explain: () => explainParty(sandbox, party.partyId) };
  if (label === undefined) return { parties: [], explain: () => explainParty(sandbox, partyId) };

  return { parties: [], explain: () => `nobody in sandbox "${sandbox.id}" has the alias "${label}"` };
}
