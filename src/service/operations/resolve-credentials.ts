/** GET /institutions/me/credentials/resolve: forward and reverse look-up (specification section 4.2, rule 4). */

import { jsonResponse } from '../../contract/response.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { aliasLabel, type Party, disclosedHoldings, type Holding } from '../../domain/world/model.js';
import { representResolved } from '../representations/credential.js';
import type { ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';
import { explainHandle, explainParty } from './explain-absence.js';

export function resolveCredentials({ sandbox, request, time }: Call): ServiceResponse {
  const { holdings, explain } = lookUp(sandbox, request.query);
  const response = jsonResponse(200, { credentials: holdings.map((holding) => representResolved(holding, time)) });
  if (holdings.length > 0) return response;
  return { ...response, diagnostics: [explain()], variantPoint: { point: 'no-match' } };
}

interface LookUp {
  readonly holdings: readonly Holding[];
  /** Why nothing was found. */
  readonly explain: () => string;
}

/** By handle, by alias or by party ID. The contract requires exactly one of them. */
function lookUp(sandbox: Sandbox, query: Readonly<Record<string, unknown>>): LookUp {
  const { world } = sandbox;
  const { q, a, partyId = '' } = query as { q?: string; a?: string; partyId?: string };
  if (q !== undefined) {
    const handle = q.trim().toLowerCase();
    return { holdings: world.disclosedByHandle(handle), explain: () => explainHandle(sandbox, handle) };
  }
  if (a === undefined) return ofParty(world.party(partyId), () => explainParty(sandbox, partyId));
  const label = aliasLabel(a);
  const party = world.partyByAlias(label);
  return ofParty(party, () =>
    party === undefined
      ? `nobody in sandbox "${sandbox.id}" has the alias "${label}"`
      : explainParty(sandbox, party.partyId),
  );
}

function ofParty(party: Party | undefined, explain: () => string): LookUp {
  return { holdings: party === undefined ? [] : disclosedHoldings(party), explain };
}
