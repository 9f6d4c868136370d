/** Compares the runs of a pact with the contract, and decides which interactions have failed. */

import type { Contract } from '../../contract/contract.js';
import { isGuess } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import type { Operation } from '../../contract/operation.js';
import { matchRequest } from '../../pact/match-request.js';
import type { VerifyOptions } from '../verify-options.js';
import { internalFailure } from '../report/report-text.js';
import type { InteractionCounts, InteractionFailure, InteractionReport } from '../report/verification-report.js';
import { bodyOf, type CompletedRun, factsOf } from '../run/run.js';
import { wrongLength } from './check-request-headers.js';
import { checkSecondResponse } from './check-second-response.js';
import { checkStates } from './check-states.js';
import type { Comparison } from './compare-with-contract.js';
import { isAboutState, type ContractFinding } from './contract-finding.js';

/** An interaction after it was run and compared with the contract. */
export interface ComparedInteraction extends CompletedRun, Examination {
  readonly outcome: InteractionReport['outcome'];
}

/** What the comparison of one run found. */
interface Examination {
  /** ID of the contract's operation; undefined if the contract has none for the request. */
  readonly operation: string | undefined;
  /** Findings of the comparison with the contract. */
  readonly findings: readonly ContractFinding[];
  /** IDs of the guesses on which the response is based. */
  readonly restsOn: readonly string[];
  /** Failures of id-emulator itself at this interaction. */
  readonly internal: readonly InteractionFailure[];
}

/** The options on which verdicts depend. */
type StrictnessOptions = Pick<VerifyOptions, 'strict' | 'sendAsWritten'>;

/**
 * Compares each run separately. If id-emulator fails at one run because of a bug, the other runs still have their
 * results.
 */
export function compareRuns(
  completed: readonly CompletedRun[],
  comparison: Comparison,
  options: StrictnessOptions,
): ComparedInteraction[] {
  return completed.map((one) => {
    const compared = { ...one, ...examine(one, comparison, options) };
    return { ...compared, outcome: outcomeOf(compared, options) };
  });
}

/** Compares one run. An error is a bug of id-emulator, and becomes a failure of this interaction alone. */
function examine(completed: CompletedRun, comparison: Comparison, options: StrictnessOptions): Examination {
  const { contract } = comparison;
  try {
    const { operation } = matchRequest(contract, completed.run.interaction.request);
    return {
      operation: operation?.id,
      findings: findingsIn(completed, operation, comparison, options),
      restsOn: guessesBehind(completed, contract),
      internal: [],
    };
  } catch (error) {
    const internal = [internalFailure('compared the interaction with the contract', error)];
    return { operation: undefined, findings: [], restsOn: [], internal };
  }
}

/** All findings about a run: of the contract, of the provider states, of the second response, and of the length. */
function findingsIn(
  completed: CompletedRun,
  operation: Operation | undefined,
  comparison: Comparison,
  { sendAsWritten = false }: StrictnessOptions,
): ContractFinding[] {
  const { result } = completed;
  const { interaction } = completed.run;
  const { secondResponse, sentBytes } = result;
  const body = result.response && bodyOf(result.response);
  const stateValues = result.setUp?.states.map(({ parameters }) => parameters) ?? [];
  const ofContract = comparison.compare(interaction, { body, stateValues });
  const ofLength = sentBytes === undefined ? undefined : wrongLength(interaction.request, sentBytes);

  // If the contract refuses the request, its responses show nothing about its states.
  const isRefused = ofContract.some(({ severity, code }) => severity === 'error' && code.startsWith('request.'));
  const ofStates = isRefused ? [] : checkStates(completed, operation, sendAsWritten);
  const shown = isRefused ? undefined : secondResponse;
  const ofSecond = shown && checkSecondResponse(interaction, shown);

  return [...ofContract, ...ofStates, ofSecond, ofLength].filter((found) => found !== undefined);
}

/**
 * IDs of the guesses on which a response is based. A guess is a point that the specification leaves open. There are
 * none if the request is for no operation, or has no response.
 */
function guessesBehind({ run: { interaction }, result: { response } }: CompletedRun, contract: Contract): string[] {
  const facts = response && factsOf(interaction.request, response, contract);
  if (facts?.operationId === undefined) return [];

  const guesses = pointsBehind(contract, facts).filter(isGuess);

  return guesses.map(({ id }) => id);
}

/**
 * Whether the contract rules the interaction out: the service never accepts the request, or never sends the response.
 */
export function contradictsContract({ findings }: Pick<ComparedInteraction, 'findings'>): boolean {
  return findings.some(({ severity, code }) => severity === 'error' && !isAboutState(code));
}

/** The verdict. An interaction that contradicts the contract has failed, even if it was not run. */
function outcomeOf(
  compared: CompletedRun & Examination,
  { strict = false }: StrictnessOptions,
): InteractionReport['outcome'] {
  const { run, result, findings, internal } = compared;
  const contradicts = findings.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
  const isPending = run.interaction.pending || run.pact.broker?.pending === true;
  if (result.failures.length + internal.length > 0 || contradicts) return isPending ? 'pending' : 'failed';

  return result.notRun === undefined ? 'passed' : 'not run';
}

/** The numbers of interactions by outcome. */
export function countOutcomes(interactions: readonly Pick<InteractionReport, 'outcome'>[]): InteractionCounts {
  const counts = { passed: 0, failed: 0, pending: 0, 'not run': 0 };
  for (const { outcome } of interactions) counts[outcome]++;
  const { 'not run': notRun, ...rest } = counts;

  return notRun === 0 ? rest : { ...rest, notRun };
}
