/** GET /institutions/me/credentials/resolve: forward and reverse look-up (specification section 4.2, rule 4). */

import { jsonResponse } from '../../../contract/response.js';
import { selectedCredentials, selectedHoldings } from '../../domain/world/credential-status.js';
import { shownHandles } from '../../domain/world/party-index.js';
import { aliasLabel, type Party, type Holding } from '../../domain/world/model.js';
import { representResolved } from '../representations/credential.js';
import type { ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';
import { explainHandle, explainParty } from './explain-absence.js';

export function resolveCredentials(call: Call): ServiceResponse {
  const { holdings, explain } = lookUp(call);
  const response = jsonResponse(200, { credentials: holdings.map((holding) => representResolved(holding, call.time)) });
  if (holdings.length > 0) return response;
  return { ...response, diagnostics: [explain()], variantPoint: 'no-match' };
}

interface LookUp {
  readonly holdings: readonly Holding[];
  /** Why nothing was found. */
  readonly explain: () => string;
}

/** By handle, by alias or by party ID. The contract requires exactly one of them. */
function lookUp({ sandbox, request, time, rules }: Call): LookUp {
  const { world } = sandbox;
  const ofParties = (parties: readonly Party[], explain: () => string): LookUp => ({
    holdings: parties.flatMap((party) => selectedHoldings(party, rules.resolved, time, rules)),
    explain,
  });
  const { q, a, partyId = '' } = request.query as { q?: string; a?: string; partyId?: string };
  if (q !== undefined) {
    const handle = q.trim().toLowerCase();
    const hasShown = (party: Party): boolean =>
      shownHandles(party, selectedCredentials(party, rules.resolved, time, rules)).has(handle);
    return ofParties(world.partiesByHandle(handle).filter(hasShown), () => explainHandle(sandbox, handle));
  }
  const ofParty = (party: Party | undefined, explain: () => string): LookUp =>
    ofParties(party === undefined ? [] : [party], explain);
  if (a === undefined) return ofParty(world.party(partyId), () => explainParty(sandbox, partyId));
  const label = aliasLabel(a);
  const party = world.partyByAlias(label);
  return ofParty(party, () =>
    party === undefined
      ? `nobody in sandbox "${sandbox.id}" has the alias "${label}"`
      : explainParty(sandbox, party.partyId),
  );
}
