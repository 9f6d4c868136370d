/** Composes the report of a verification from its verified pacts. */

import type { Contract } from '../../contract/contract.js';
import { choicesText } from '../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import type { LoadedPacts } from '../../pact/reading/load-pacts.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import { packageVersion, shippedScenarios, shippedVariants } from '../../start/shipped.js';
import { nothingVerified } from '../select-interactions.js';
import type { VerifyOptions } from '../verify-options.js';
import { coverageOf, type CoveredInteraction } from '../coverage/contract-coverage.js';
import { pactReport, type VerifiedPact } from './interaction-report.js';
import { counted } from './report-text.js';
import type { GuessReport, InteractionReport, PactReport, VerificationReport } from './verification-report.js';

interface ReportSources {
  readonly contract: Contract;
  readonly loaded: LoadedPacts;
  readonly verified: readonly VerifiedPact[];
  readonly registry: readonly ProviderState[];
  readonly options: VerifyOptions;
}

export function composeReport({ contract, loaded, verified, registry, options }: ReportSources): VerificationReport {
  const pacts = verified.map((pact) => pactReport(pact, contract));
  const interactions = pacts.flatMap((pact) => pact.interactions);
  const counts = countsOf(interactions);
  const problems = [...loaded.problems, ...nothingVerified(loaded, counts, options)];
  const guesses = guessReports(interactions, contract);
  const incomplete = reasonNotRun(verified);
  const scenarios = [...shippedScenarios().keys()];
  const { revision, variants } = contract;
  return {
    verdict: counts.failed + problems.length > 0 ? 'failed' : incomplete === undefined ? 'passed' : 'incomplete',
    proves: provedText(counts, contract),
    doesNotProve: notProvedText(interactions.length, guesses.length),
    emulator: { version: packageVersion(), contract: contract.version, revision, variants },
    pacts,
    problems,
    notices: [...loaded.notices, ...(counts.failed === 0 ? [] : variantNotices(contract))],
    counts,
    ...(incomplete !== undefined && { incomplete }),
    guesses,
    coverage: coverageOf({ contract, interactions: passedIn(verified, pacts), scenarios, states: registry }),
  };
}

/** What a failure means if the verification used variants. */
function variantNotices({ variants }: Contract): string[] {
  return Object.entries(variants).map(([name, variant]) => {
    const { about = [], breaks = '' } = shippedVariants().find(({ point }) => point === name) ?? {};
    return `an interaction that fails with ${name}=${variant} and passes without it depends on a guess: ${about.join(' and ')}. The variant breaks: ${breaks}`;
  });
}

/** The numbers of interactions by outcome. */
export function countsOf(interactions: readonly InteractionReport[]): VerificationReport['counts'] {
  const count = (wanted: InteractionReport['outcome']): number =>
    interactions.filter(({ outcome }) => outcome === wanted).length;
  const notRun = count('not run');
  return {
    passed: count('passed'),
    failed: count('failed'),
    pending: count('pending'),
    ...(notRun > 0 && { notRun }),
  };
}

/** Why interactions were not run; undefined if all were. */
function reasonNotRun(verified: readonly VerifiedPact[]): string | undefined {
  const reasons = verified.flatMap(({ interactions }) => interactions.flatMap(({ result }) => result.notRun ?? []));
  return reasons[0];
}

function provedText({ passed }: VerificationReport['counts'], { version, variants }: Contract): string {
  if (passed === 0) return 'Nothing: no interaction passed.';
  const chosen = variants === NO_VARIANTS ? '' : `, with ${choicesText(variants)}`;
  return `In ${counted(passed, 'interaction')}, consumer and emulator agree, and nothing in them contradicts the contract (version ${version}${chosen}).`;
}

function notProvedText(interactions: number, guesses: number): string {
  if (interactions === 0) return 'Whether the real service behaves the same: nothing was compared.';
  const basis =
    guesses === 0
      ? 'these responses rest on no guess'
      : `these responses rest on ${guesses} ${guesses === 1 ? 'guess: a point' : 'guesses: points'} where the specification is silent`;
  return `Whether the real service behaves the same. The emulator follows the published specification, and ${basis}.`;
}

/** The interactions that were verified and passed, with what each used. */
function passedIn(verified: readonly VerifiedPact[], reports: readonly PactReport[]): CoveredInteraction[] {
  return verified.flatMap(({ interactions }, pact) =>
    interactions
      .filter((_, at) => reports[pact]!.interactions[at]!.outcome === 'passed')
      .map(({ run: { interaction }, result: { states, scenarios } }) => ({ interaction, states, scenarios })),
  );
}

/** The guesses that responses rest on, with the number of interactions. */
function guessReports(interactions: readonly InteractionReport[], contract: Contract): GuessReport[] {
  return contract.fidelity().points.flatMap(({ id, basis, subject, note }) => {
    const count = interactions.filter(({ restsOn }) => restsOn.includes(id)).length;
    if (count === 0 || (basis !== 'inferred' && basis !== 'chosen')) return [];
    return [{ id, basis, subject, ...(note !== undefined && { note }), interactions: count }];
  });
}
