/**
 * Composes the report of a verification from its verified pacts: the verdict, a report on each interaction, the
 * coverage of the contract, and two sentences that say what the result proves and what it does not.
 */

import { withoutUndefined } from '../../common/json.js';
import { counted } from '../../common/reporting/phrases.js';
import type { Contract } from '../../contract/contract.js';
import { choicesText } from '../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import { packageVersion, shippedScenarios, shippedVariants } from '../../start/shipped.js';
import type { SourceProblem } from '../../pact/reading/load-pacts.js';
import type { GatheredPacts } from '../gather-pacts.js';
import { countOutcomes } from '../compare/compare-runs.js';
import { coverageOf, type CoveredInteraction, type CoverageSources } from '../coverage/contract-coverage.js';
import { problemsOfNothingVerified } from '../nothing-verified.js';
import type { VerifiedInteraction } from '../remedies/find-remedies.js';
import type { VerifyOptions } from '../verify-options.js';
import { interactionReport } from './interaction-report.js';
import { internalFailure } from './report-text.js';
import type { GuessReport, InteractionCounts, InteractionReport } from './verification-report.js';
import type { ContractCoverage, Mismatch, VerificationReport, VerificationVerdict } from './verification-report.js';

/** The report of a verification, before its results are published. */
export function composeReport(
  { contract, loaded, registry }: Omit<GatheredPacts, 'redactor'>,
  verified: readonly VerifiedInteraction[],
  options: VerifyOptions,
): VerificationReport {
  const scenarios = [...shippedScenarios().keys()];
  const { coverage, warnings } = measureCoverage(verified, { contract, scenarios, states: registry });
  /** The report on an interaction, with the warning if its coverage cannot be measured. */
  const reportOn = (one: VerifiedInteraction): InteractionReport => {
    const report = interactionReport(one, options.strict ?? false);
    const warning = warnings.get(one);
    return warning === undefined ? report : { ...report, warnings: [...report.warnings, warning] };
  };

  const pacts = loaded.pacts.map((pact) => {
    const { source, consumer, provider, specification } = pact;
    const ofPact = verified.filter(({ run }) => run.pact === pact);
    return { source, consumer, provider, specification, interactions: ofPact.map(reportOn) };
  });

  const counts = countOutcomes(verified);
  const problems = [...loaded.problems, ...problemsOfNothingVerified(loaded, counts, options)];
  const guesses = guessReports(verified, contract);
  // Without a failure, it does not matter on which guess a variant depends.
  const notices = counts.failed === 0 ? [] : variantNotices(contract);
  // All interactions that were not run have one reason (the verifier broke, or the emulator ended), so the first reason
  // is enough.
  const [incomplete] = verified.flatMap(({ result }) => result.notRun ?? []);
  const { revision, variants } = contract;

  return {
    verdict: verdictOn(counts, problems, incomplete),
    proves: provedText(counts, contract),
    doesNotProve: notProvedText(verified.length, guesses.length),
    emulator: { version: packageVersion(), contract: contract.version, revision, variants },
    pacts,
    problems,
    notices: [...loaded.notices, ...notices],
    counts,
    ...withoutUndefined({ incomplete }),
    guesses,
    coverage,
  };
}

/**
 * The verdict. An unreadable source proves nothing, neither for nor against a pact, so it makes the verification
 * incomplete, not failed.
 */
function verdictOn(
  { failed }: InteractionCounts,
  problems: readonly SourceProblem[],
  incomplete: string | undefined,
): VerificationVerdict {
  if (failed > 0 || problems.some(({ isUnread = false }) => !isUnread)) return 'failed';
  return problems.length > 0 || incomplete !== undefined ? 'incomplete' : 'passed';
}

/**
 * Measures the coverage of the interactions that passed. Interactions at which the measuring fails, because of a bug,
 * are left out.
 * @returns the coverage, and a warning for each interaction that was left out
 */
function measureCoverage(
  verified: readonly VerifiedInteraction[],
  sources: Omit<CoverageSources, 'interactions'>,
): { readonly coverage: ContractCoverage; readonly warnings: ReadonlyMap<VerifiedInteraction, Mismatch> } {
  const passed = verified.filter(({ outcome }) => outcome === 'passed');
  const failed = verified.filter(({ outcome }) => outcome !== 'passed').map(({ run }) => run.interaction);
  const coverageBy = (covering: readonly VerifiedInteraction[]): ContractCoverage =>
    coverageOf({ ...sources, interactions: covering.map(coveredBy), failed });

  try {
    return { coverage: coverageBy(passed), warnings: new Map() };
  } catch {
    // At least one interaction cannot be measured, so each is tried alone.
    const warnings = new Map<VerifiedInteraction, Mismatch>();
    for (const one of passed) {
      const failure = failureOf(() => coverageBy([one]));
      if (failure !== undefined) warnings.set(one, failure);
    }

    const measurable = passed.filter((one) => !warnings.has(one));
    return { coverage: coverageBy(measurable), warnings };
  }
}

/** The warning that the measuring of an interaction fails, which is a bug; undefined if it does not fail. */
function failureOf(measure: () => unknown): Mismatch | undefined {
  try {
    measure();
    return undefined;
  } catch (error) {
    return { message: internalFailure('measured the coverage of the interaction', error).message };
  }
}

/** What an interaction exercises, for the coverage. */
function coveredBy({ run: { interaction }, result: { setUp } }: VerifiedInteraction): CoveredInteraction {
  const { found = [], scenarios = [] } = setUp ?? {};
  return { interaction, states: found.map(({ name }) => name), scenarios };
}

/** The notices about what a failure means if the verification used variants. */
function variantNotices({ variants }: Contract): string[] {
  return Object.entries(variants).map(([name, variant]) => {
    const { about, breaks } = shippedVariants().find(({ point }) => point === name)!;
    const guess = `depends on a guess: ${about.join(' and ')}. The variant breaks: ${breaks}`;
    return `an interaction that fails with ${name}=${variant} and passes without it ${guess}`;
  });
}

/** What the verification proves, in one sentence. */
function provedText({ passed }: VerificationReport['counts'], { version, variants }: Contract): string {
  if (passed === 0) return 'Nothing: no interaction passed.';

  const chosen = variants === NO_VARIANTS ? '' : `, with ${choicesText(variants)}`;
  const basis = `the contract (version ${version}${chosen})`;
  return `In ${counted(passed, 'interaction')}, consumer and emulator agree, and nothing in them contradicts ${basis}.`;
}

/** What the verification does not prove: a green result must not promise more than was compared. */
function notProvedText(interactions: number, guesses: number): string {
  if (interactions === 0) return 'Whether the real service behaves the same: nothing was compared.';

  const points = counted(guesses, 'guess: a point', 'guesses: points');
  const basis = guesses === 0 ? 'no guess' : `${points} where the specification is silent`;
  const sources = `The emulator follows the published specification, and these responses rest on ${basis}.`;

  return `Whether the real service behaves the same. ${sources}`;
}

/** The guesses on which responses are based, each with the number of its interactions. */
function guessReports(interactions: readonly VerifiedInteraction[], contract: Contract): GuessReport[] {
  const reports: GuessReport[] = [];
  for (const { id, basis, subject, note } of contract.fidelity().points) {
    const count = interactions.filter(({ restsOn }) => restsOn.includes(id)).length;
    if (count > 0) reports.push({ id, basis, subject, ...withoutUndefined({ note }), interactions: count });
  }

  return reports;
}
