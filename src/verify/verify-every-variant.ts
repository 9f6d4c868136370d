/**
 * Verifies pacts in every variant of the contract, one variant at a time. A variant is another way to fill a gap of the
 * specification, so this shows on which guesses consumers depend.
 */

import { counted } from '../common/reporting/phrases.js';
import type { Contract } from '../contract/contract.js';
import { touchedVariants, variantCases, type VariantCase } from '../contract/variants/touched-variants.js';
import { shippedContracts, shippedVariants } from '../start/shipped.js';
import { gatherPacts, shown } from './gather-pacts.js';
import { NothingVerifiedError, problemsOfNothingVerified, refuseNothingRun } from './nothing-verified.js';
import type { EveryVariantReport, VariantOutcome } from './report/verification-report.js';
import { warningText } from './report/report-text.js';
import { withRunner, type Runner } from './run/runner.js';
import type { VerifierProcess } from './run/verifier-process.js';
import { type CompletedRun, factsOf, isSameResponse, planRuns, type Run } from './run/run.js';
import type { VerifyOptions } from './verify-options.js';

/** Verifies pacts as `verifyEveryVariant` of verify.ts does, with a process of the verifier that has been started. */
export async function verifyEveryVariantBy(
  verifier: VerifierProcess,
  options: VerifyOptions,
): Promise<EveryVariantReport> {
  if (options.variants !== undefined || options.broker?.publish !== undefined)
    throw new RangeError(
      'every variant is tried and nothing is published: remove the options "variants" and "broker.publish"',
    );

  const { contract, registry, redactor, loaded } = await gatherPacts(options);
  const cases = variantCases(shippedVariants());
  // Pending interactions are left out, because they may fail even without variants.
  const planned = loaded.pacts.map((pact, at) => {
    const runs = planRuns(pact, at + 1);
    return runs.filter(({ interaction }) => !interaction.pending && !pact.broker?.pending);
  });

  const runCount = planned.flat().length;
  let plain: readonly CompletedRun[] = [];
  let varied: readonly CompletedRun[] = [];
  // Without runs, no emulator is started.
  if (runCount > 0)
    await withRunner({ verifier, options, registry, contract }, async (runner) => {
      const plainOfPacts = await runAll(runner, planned);
      const inVariants = plainOfPacts.map((ofPact) => ofPact.flatMap((one) => variedRuns(one, contract, cases)));
      plain = plainOfPacts.flat();
      varied = (await runAll(runner, inVariants)).flat();
    });

  // An interaction that fails without variants says nothing about variants.
  const failAnyway = failureTexts(plain);
  const variants = cases.map((one) => variantOutcome(one, plain, varied));

  // Whatever was not planned is pending.
  const pending = loaded.pacts.flatMap(({ interactions }) => interactions).length - runCount;
  const counts = { passed: runCount - failAnyway.length, failed: failAnyway.length, pending };
  const problems = [...loaded.problems, ...problemsOfNothingVerified(loaded, counts, options)];
  const failures = [...problems, ...failAnyway, ...variants.flatMap((one) => one.broken)];

  // An error message may contain the tokens of the options.
  const report = redactor.json<Omit<EveryVariantReport, 'problems'>>({
    verdict: failures.length === 0 ? 'passed' : 'failed',
    interactions: counts.passed,
    failAnyway,
    variants,
    notices: loaded.notices,
  });

  return { ...report, problems: problems.map((problem) => shown(problem, redactor)) };
}

/** Executes runs. Each of them has a verdict. @throws NothingVerifiedError if a run has none */
async function runAll(runner: Runner, ofPacts: readonly (readonly Run[])[]): Promise<(readonly CompletedRun[])[]> {
  const completed = await Promise.all(ofPacts.map((runs) => runner.run(runs)));
  const allRuns = completed.flat();
  refuseNothingRun(allRuns);

  // A part of the runs would say of too few variants that they are exercised.
  const missing = allRuns.flatMap(({ result }) => result.notRun ?? []);
  if (missing.length === 0) return completed;

  const number = counted(missing.length, 'run');
  throw new NothingVerifiedError(`the verification is incomplete, with ${number} missing: ${missing[0]!}`);
}

/**
 * The runs of an interaction in variants. Only variants that may change its response are tried. There are none if the
 * interaction already fails.
 */
function variedRuns({ run, result }: CompletedRun, contract: Contract, cases: readonly VariantCase[]): Run[] {
  const { response, failures } = result;
  if (failures.length > 0 || response === undefined) return [];

  const facts = factsOf(run.interaction.request, response, contract);
  const touched = touchedVariants(facts, { contract, contracts: shippedContracts(), cases });

  return touched.map(({ point: chosen, variant }) => {
    return { ...run, id: `${run.id}-${chosen.point}-${variant}`, variants: { [chosen.point]: variant } };
  });
}

/** The outcome of a variant. An interaction exercises a variant if its response differs in the variant. */
function variantOutcome(
  { point: chosen, variant }: VariantCase,
  plain: readonly CompletedRun[],
  varied: readonly CompletedRun[],
): VariantOutcome {
  const { point, about, breaks } = chosen;
  const plainResponses = new Map(plain.map(({ run, result }) => [run.interaction, result.response]));
  const inVariant = varied.filter(({ run }) => run.variants?.[point] === variant);
  const exercising = inVariant.filter(({ run, result: { response } }) => {
    const asUsual = plainResponses.get(run.interaction);
    return asUsual === undefined || response === undefined || !isSameResponse(asUsual, response);
  });
  const title = `${point}=${variant}`;

  return { title, about, breaks, exercised: exercising.length, broken: failureTexts(exercising) };
}

/**
 * A sentence about each run that failed. If the status is wrong, it is the reason that is shown, because it explains a
 * wrong body.
 */
function failureTexts(completed: readonly CompletedRun[]): string[] {
  const texts: string[] = [];
  for (const { run, result } of completed) {
    const [first] = result.failures;
    const failure = result.failures.find(({ where }) => where === 'status') ?? first;
    if (failure === undefined) continue;

    // Each failure is one line of the report.
    const reason = warningText(failure).replaceAll(/\s+/g, ' ');
    texts.push(`${run.pact.consumer}: ${run.interaction.description} (${reason})`);
  }

  return texts;
}
