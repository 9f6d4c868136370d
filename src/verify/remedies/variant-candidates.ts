/** Candidates that assume another service: the contract in a variant. */

import { choicesText } from '../../contract/variants/choose-variants.js';
import { matchRequest } from '../../pact/match-request.js';
import type { Run } from '../run/run.js';
import type { Candidate, RemedySearch } from './candidate.js';

/** The variants of the operation in which the interaction does not contradict the contract. */
export function variantCandidates(run: Run, { contract, contracts, contradicts }: RemedySearch): Candidate[] {
  const match = matchRequest(contract, run.interaction.request);
  const { revision, variants } = contract;
  const candidates: Candidate[] = [];
  for (const { point, operations, others } of contracts.points) {
    if (match.kind === 'operation' && !operations.includes(match.operation.id)) continue;
    for (const other of others) {
      if (variants[point] === other.name) continue;
      const choices = { ...variants, [point]: other.name };
      const name = choicesText({ [point]: other.name });
      const varied = contracts.in({ revision, variants: choices });
      if (contradicts(run.interaction, varied)) continue;
      const remedy = `as our base contract assumes, no; with \`--variant ${name}\`, yes`;
      candidates.push({ remedy, states: run.states, variant: { name, choices, contract: varied } });
    }
  }
  return candidates;
}
