/**
 * The verdict on one interaction: combines the result of its run with the findings of the comparison with the
 * contract.
 */

import { withoutUndefined } from '../../common/json.js';
import type { Contract } from '../../contract/contract.js';
import { matchOperation } from '../../pact/match-request.js';
import type { GivenState, PactFile, PactInteraction } from '../../pact/pact-file.js';
import type { ContractFinding } from '../compare/contract-finding.js';
import type { CompletedRun } from '../run/run.js';
import type { InteractionFailure, InteractionReport, Mismatch, PactReport } from './verification-report.js';

/** A pact after its interactions were run and compared with the contract. */
export interface VerifiedPact {
  readonly pact: PactFile;
  readonly interactions: readonly VerifiedInteraction[];
  /** Whether what is doubtful fails an interaction. Default: false. */
  readonly strict?: boolean;
}

export interface VerifiedInteraction extends CompletedRun {
  /** What the comparison with the contract found. */
  readonly findings: readonly ContractFinding[];
  /** Changes that make the interaction pass, best first. */
  readonly remedies: readonly string[];
  /** The variants of the contract in which it passes: `link-status=201`. */
  readonly passesIn: readonly string[];
  /** IDs of the guesses that its response rests on. */
  readonly restsOn: readonly string[];
}

export function pactReport({ pact, interactions, strict = false }: VerifiedPact, contract: Contract): PactReport {
  const { source, consumer, provider, specification } = pact;
  return {
    source,
    consumer,
    provider,
    specification,
    interactions: interactions.map((interaction) => interactionReport(interaction, contract, strict)),
  };
}

function interactionReport(verified: VerifiedInteraction, contract: Contract, strict: boolean): InteractionReport {
  const { run, result, findings, remedies, passesIn, restsOn } = verified;
  const { pact, interaction, states } = run;
  const { request, response } = interaction;
  const { response: answer } = result;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const doubts = findings.filter(({ severity }) => severity === 'warning').map(mismatchIn);
  const failures = [
    ...result.failures,
    ...errors.map((finding) => contradiction(finding, passesIn)),
    ...(strict ? doubts.map((doubt): InteractionFailure => ({ kind: 'strict', ...doubt })) : []),
  ];
  const isPending = interaction.pending || pact.broker?.pending === true;
  const operation = matchOperation(contract, request)?.operation.id;
  return {
    pointer: `/interactions/${interaction.index}`,
    description: interaction.description,
    states: states.map(stateText),
    outcome: outcomeOf(failures.length > 0, { isPending, isNotRun: result.notRun !== undefined }),
    request: { method: request.method, path: targetOf(interaction) },
    expectedStatus: response.status,
    ...(operation !== undefined && { operation }),
    ...(answer !== undefined && {
      answer: { status: answer.status, body: answer.body, diagnostics: answer.diagnostics },
    }),
    failures,
    warnings: strict ? [] : doubts,
    remedies,
    restsOn,
    adaptations: result.adaptations,
  };
}

/** What contradicts the contract has failed, even if it was not run. */
function outcomeOf(
  hasFailed: boolean,
  { isPending, isNotRun }: { readonly isPending: boolean; readonly isNotRun: boolean },
): InteractionReport['outcome'] {
  if (hasFailed) return isPending ? 'pending' : 'failed';
  return isNotRun ? 'not run' : 'passed';
}

/** What contradicts the contract does not if the service is as one of the variants. */
function contradiction(finding: ContractFinding, passesIn: readonly string[]): InteractionFailure {
  const { message, ...mismatch } = mismatchIn(finding);
  const assumed = `${message.replace(/\.$/, '')}, as our base contract assumes; not so with ${passesIn.join(' or ')}.`;
  return { kind: 'contract', message: passesIn.length > 0 ? assumed : message, ...mismatch };
}

function mismatchIn({ code, message, where, expected, actual }: ContractFinding): Mismatch {
  return { code, message, where, ...withoutUndefined({ expected, actual }) };
}

function stateText({ name, params }: GivenState): string {
  const values = Object.entries(params).map(([parameter, value]) => `${parameter}: ${JSON.stringify(value)}`);
  return values.length === 0 ? name : `${name} (${values.join(', ')})`;
}

function targetOf({ request: { path, query } }: PactInteraction): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
