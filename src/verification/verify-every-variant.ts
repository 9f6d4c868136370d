/** Verifies pacts in every variant of the contract, one at a time: this shows which guesses consumers depend on. */

import { NO_VARIANTS, type VariantPoint } from '../contract/variants/variant-point.js';
import type { PactFile } from '../pact/pact-file.js';
import { shippedVariants } from '../shipped.js';
import { gatherPacts, selectContract } from './gather-pacts.js';
import { nothingVerified } from './nothing-verified.js';
import type { BrokenInteraction, EveryVariantReport, VariantOutcome } from './report/every-variant-report.js';
import { mapConcurrent } from './run/map-concurrent.js';
import type { CompletedRun, Run } from './run/run.js';
import { withRunner, type Runner } from './run/runner.js';
import type { VerifyOptions } from './verify-options.js';

/** Pacts that are verified at the same time: all variants of one pact already run together. */
const MAX_CONCURRENT_PACTS = 2;

/** One variant of one point. */
interface VariantCase {
  readonly point: VariantPoint;
  readonly variant: string;
}

/**
 * Runs every interaction without variants, and then in every variant. It checks the responses of the emulator only: the
 * pacts are not compared with the contract of each variant.
 * @throws MissingPeerError if the Pact verifier is not installed
 * @throws DocumentError if the provider states in the options contain mistakes
 * @throws RangeError if there is no such revision, or if the options contain `variants` or `broker.publish`
 * @throws Error if the options contain neither pacts nor a broker, or if there is no emulator at the target URL
 */
export async function verifyEveryVariant(options: VerifyOptions): Promise<EveryVariantReport> {
  if (options.variants !== undefined || options.broker?.publish !== undefined)
    throw new RangeError(
      'every variant is tried and nothing is published: remove the options "variants" and "broker.publish"',
    );
  const contract = selectContract(options);
  const { registry, loaded } = await gatherPacts(options);
  const cases = shippedVariants().flatMap((point) => point.others.map(({ name }) => ({ point, variant: name })));
  const completed = loaded.pacts.every(({ interactions }) => interactions.length === 0)
    ? []
    : await withRunner({ options, registry, contract }, (runner) => runCases(loaded.pacts, cases, runner, options));
  const withoutVariants = completed.filter(({ run }) => run.variants === NO_VARIANTS);
  const failAnyway = brokenIn(withoutVariants);
  const variants = cases.map((one) => outcomeOf(one, completed, failAnyway));
  const all = loaded.pacts.reduce((sum, { interactions }) => sum + interactions.length, 0);
  const counts = {
    passed: withoutVariants.length - failAnyway.length,
    failed: failAnyway.length,
    pending: all - withoutVariants.length,
  };
  const problems = [...loaded.problems, ...nothingVerified(loaded, counts, options)];
  const passed =
    problems.length === 0 && failAnyway.length === 0 && variants.every(({ broken }) => broken.length === 0);
  return {
    verdict: passed ? 'passed' : 'failed',
    interactions: counts.passed,
    failAnyway,
    variants,
    problems,
    notices: loaded.notices,
  };
}

/** In the order of the pacts; for each pact first the runs without variants, then variant by variant. */
async function runCases(
  pacts: readonly PactFile[],
  cases: readonly VariantCase[],
  runner: Runner,
  { onProgress }: VerifyOptions,
): Promise<readonly CompletedRun[]> {
  const finished = new Set<PactFile>();
  const completed = await mapConcurrent(pacts, MAX_CONCURRENT_PACTS, async (pact, place) => {
    const runs = planRuns(pact, place, cases);
    await runner.open(runs);
    const results = await runner.run(pact, runs);
    const withoutVariants = results.filter(({ run }) => run.variants === NO_VARIANTS);
    const failed = brokenIn(withoutVariants).length;
    finished.add(pact);
    const { source, consumer } = pact;
    const counts = { passed: withoutVariants.length - failed, failed, pending: 0 };
    onProgress?.({ source, consumer, ...counts, done: finished.size, total: pacts.length });
    return results;
  });
  return completed.flat();
}

/** Pending interactions are left out: they may fail without variants. */
function planRuns(pact: PactFile, place: number, cases: readonly VariantCase[]): Run[] {
  const interactions = pact.interactions.filter(({ pending }) => !pending && pact.broker?.pending !== true);
  const choices = [NO_VARIANTS, ...cases.map(({ point, variant }) => ({ [point.point]: variant }))];
  return choices.flatMap((variants, at) =>
    interactions.map((interaction): Run => ({
      id: `${place + 1}-${interaction.index}-variant-${at}`,
      pact,
      interaction,
      states: interaction.states,
      variants,
    })),
  );
}

/** An interaction that fails without variants does not count for any variant. */
function outcomeOf(
  { point: { point, about, breaks }, variant }: VariantCase,
  completed: readonly CompletedRun[],
  failAnyway: readonly BrokenInteraction[],
): VariantOutcome {
  const failed = brokenIn(completed.filter(({ run }) => run.variants?.[point] === variant));
  const broken = failed.filter(
    ({ source, pointer }) => !failAnyway.some((other) => other.source === source && other.pointer === pointer),
  );
  return { title: `${point}=${variant}`, point, variant, about, breaks, broken };
}

function brokenIn(completed: readonly CompletedRun[]): BrokenInteraction[] {
  return completed.flatMap(({ run: { pact, interaction }, result: { failures } }) => {
    // A wrong status explains a wrong body.
    const failure = failures.find(({ where }) => where === 'status') ?? failures[0];
    if (failure === undefined) return [];
    const { where, message } = failure;
    return [
      {
        source: pact.source,
        consumer: pact.consumer,
        pointer: `/interactions/${interaction.index}`,
        description: interaction.description,
        why: where === undefined ? message : `${where}: ${message}`,
      },
    ];
  });
}
