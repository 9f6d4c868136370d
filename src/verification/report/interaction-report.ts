/** What became of one interaction, by everybody who has judged it. */

import type { Contract } from '../../contract/contract.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';
import type { ContractFinding } from '../compare/contract-finding.js';
import { isGuess } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import type { SeenAnswer, Trial, TrialResult } from '../run/run.js';
import type { Difference, InteractionFailure, InteractionReport, PactReport } from './verification-report.js';

/** A pact, and what became of its interactions. */
export interface VerifiedPact {
  readonly pact: PactFile;
  readonly trials: readonly Trial[];
  /** By trial ID. */
  readonly results: ReadonlyMap<string, TrialResult>;
  /** By trial ID, for those that failed. */
  readonly remedies: Map<string, readonly string[]>;
  readonly findings: readonly ContractFinding[];
}

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

/** The IDs of the `inferred` and `chosen` points behind an answer. */
function guessesBehind(
  { request }: PactInteraction,
  answer: SeenAnswer,
  { contract, operation }: { contract: Contract; operation: string },
): string[] {
  const facts = {
    operationId: operation,
    request: { query: request.query, headers: firstOfEach(request.headers), body: request.body?.content },
    response: { status: answer.status, headers: answer.headers, body: jsonOf(answer.body) },
  };
  return pointsBehind(contract, facts)
    .filter(isGuess)
    .map(({ id }) => id);
}

function firstOfEach(headers: PactInteraction['request']['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(', ')]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
