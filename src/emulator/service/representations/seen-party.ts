/** What the institution sees of one party, in the format of the service. */

import type { Contracts } from '../../../contract/variants/contracts.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { isApprovedUser, selectedHoldings } from '../../domain/world/credential-status.js';
import { humanScore } from '../../domain/scores/human-score.js';
import { scoreReasons } from '../../domain/scores/score-reasons.js';
import type { SeenParty } from '../../domain/world/seen-party.js';
import { disclosedHoldings } from '../../domain/world/model.js';
import { presentationOf, representCredential, representHumanScore, representUser } from './rows.js';
import { rowsOf } from '../../domain/world/users-list.js';
import { representStatus } from './verification-status.js';

/**
 * The party as the institution sees it; undefined if there is no such party. Due events of the world must have been
 * applied.
 */
export function seenParty(contracts: Contracts, { world, settings }: Sandbox, partyId: string): SeenParty | undefined {
  const party = world.party(partyId);
  if (party === undefined) return undefined;

  const presentation = presentationOf(contracts.in(settings), world.time());
  const { time, rules } = presentation;
  const hasScore = isApprovedUser(party, time, rules);
  const listed = selectedHoldings(party, rules.listed, time, rules);

  return {
    users: rowsOf(party, rules).map((request) => representUser({ party, request }, time, rules)),
    credentials: listed.map((holding) => representCredential(holding, presentation)),
    humanScore: hasScore ? representHumanScore(party, presentation) : null,
    scoreReasons: hasScore ? scoreReasons(humanScore(party, time, rules)) : [],
    links: disclosedHoldings(party).map((holding) => representStatus(holding, presentation)),
  };
}
