/** What became of one interaction, by everybody who has judged it. */

import type { Contract } from '../../contract/contract.js';
import type { ContractFinding } from '../compare/contract-finding.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import type { Difference, InteractionFailure, InteractionReport, PactReport } from '../report/verification-report.js';
import { guessesBehind } from './guesses.js';
import type { Trial, TrialResult } from './trial.js';
import type { VerifiedPact } from './verified-pact.js';

/** What became of one pact. */
export function pactReport(verified: VerifiedPact, contract: Contract): PactReport {
  const { source, consumer, provider, specification } = verified.pact;
  return {
    source,
    consumer,
    provider,
    specification,
    interactions: verified.trials.map((trial) => interactionReport(trial, verified, contract)),
  };
}

function interactionReport(trial: Trial, verified: VerifiedPact, contract: Contract): InteractionReport {
  const { pact, interaction } = trial;
  const { request, response } = interaction;
  const result = verified.results.get(trial.id)!;
  const findings = verified.findings.filter((finding) => finding.interaction === interaction.index);
  const failures = [...result.failures, ...findings.filter(({ severity }) => severity === 'error').map(contradiction)];
  const isPending = interaction.pending || pact.broker?.pending === true;
  const match = matchRequest(contract, request);
  const operation = match.kind === 'operation' ? match.operation : undefined;
  return {
    pointer: `/interactions/${interaction.index}`,
    description: interaction.description,
    states: trial.states.map(sentenceOf),
    outcome: failures.length === 0 ? 'passed' : isPending ? 'pending' : 'failed',
    request: { method: request.method, path: targetOf(interaction) },
    expectedStatus: response.status,
    ...(operation !== undefined && { operation: operation.id }),
    ...answerIn(result),
    failures,
    warnings: findings.filter(({ severity }) => severity === 'warning').map(differenceIn),
    remedies: verified.remedies.get(trial.id) ?? [],
    restsOn:
      result.answer === undefined || operation === undefined
        ? []
        : guessesBehind(interaction, result.answer, { contract, operation: operation.id }),
    adaptations: result.adaptations,
  };
}

function answerIn({ answer }: TrialResult): Pick<InteractionReport, 'answer'> {
  if (answer === undefined) return {};
  const { status, body, diagnostics } = answer;
  return { answer: { status, body, diagnostics } };
}

function contradiction(finding: ContractFinding): InteractionFailure {
  return { kind: 'contract', ...differenceIn(finding) };
}

function differenceIn({ message, where, expected, actual }: ContractFinding): Difference {
  return { message, where, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) };
}

function sentenceOf({ name, params }: Trial['states'][number]): string {
  const given = Object.entries(params).map(([parameter, value]) => `${parameter}: ${JSON.stringify(value)}`);
  return given.length === 0 ? name : `${name} (${given.join(', ')})`;
}

function targetOf({ request: { path, query } }: PactInteraction): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
