/** Verifies pacts against every variant of the contract, one at a time: which guesses consumers depend on. */

import { NO_VARIANTS, type VariantPoint } from '../contract/variants/variant-point.js';
import type { PactFile } from '../pact/pact-file.js';
import { shippedVariants } from '../shipped.js';
import { chosenContract, gatherPacts } from './gather-pacts.js';
import type { BrokenInteraction, EveryVariantReport, VariantOutcome } from './report/every-variant-report.js';
import { inLanes } from './run/map-concurrent.js';
import type { Trial, TrialResult } from './run/run.js';
import { type TrialRunner, withRunner } from './run/runner.js';
import type { VerifyOptions } from './verify-options.js';

/** All variants of a pact are run at once, so a few pacts side by side are enough. */
const LANES = 2;

/** One variant, or none. */
interface Case {
  readonly point?: VariantPoint;
  readonly variant: string;
}

interface Run {
  readonly trial: Trial;
  readonly result: TrialResult;
}

/**
 * Has every interaction answered as the contract says, and those that pass in each of its variants as well. By what the
 * emulator answers: the pacts are not held against the contract of each variant.
 * @throws MissingPeerError where the Pact verifier is not installed; DocumentError where states that are given have
 *   mistakes; RangeError where there is no such revision, or `variants` or a broker's results are asked for; Error where the
 *   target is no emulator
 */
export async function verifyEveryVariant(options: VerifyOptions): Promise<EveryVariantReport> {
  if (options.variants !== undefined || options.broker?.publish !== undefined)
    throw new RangeError('every variant is tried: neither some of them are chosen, nor are results published');
  const contract = chosenContract(options);
  const { registry, loaded } = await gatherPacts(options);
  const cases: readonly Case[] = [
    { variant: 'none' },
    ...shippedVariants().flatMap((point) => point.others.map(({ name }): Case => ({ point, variant: name }))),
  ];
  const results =
    loaded.pacts.length === 0
      ? []
      : await withRunner({ options, registry, contract }, (runner) => runCases(loaded.pacts, cases, runner, options));
  const asItIs = results.filter(({ trial }) => trial.variants === NO_VARIANTS);
  const anyway = failedIn(asItIs);
  const variants = cases.slice(1).map((one) => outcomeOf(one, results, anyway));
  const holds =
    loaded.problems.length === 0 && anyway.length === 0 && variants.every(({ broken }) => broken.length === 0);
  return {
    verdict: holds ? 'passed' : 'failed',
    interactions: asItIs.length - anyway.length,
    failAnyway: anyway,
    variants,
    problems: loaded.problems,
    notices: loaded.notices,
  };
}

/** In the order of the pacts, and in each pact case by case. */
async function runCases(
  pacts: readonly PactFile[],
  cases: readonly Case[],
  runner: TrialRunner,
  { onProgress }: VerifyOptions,
): Promise<readonly Run[]> {
  const runs: Run[][] = [];
  let done = 0;
  await inLanes(pacts, LANES, async (pact, place) => {
    const trials = trialsOf(pact, place, cases);
    await runner.open(trials);
    const results = await runner.run(pact, trials);
    runs[place] = trials.map((trial) => ({ trial, result: results.get(trial.id)! }));
    const failed = failedIn(runs[place].filter(({ trial }) => trial.variants === NO_VARIANTS)).length;
    onProgress?.({
      source: pact.source,
      consumer: pact.consumer,
      passed: trials.length / cases.length - failed,
      failed,
      pending: 0,
      done: ++done,
      total: pacts.length,
    });
  });
  return runs.flat();
}

function trialsOf(pact: PactFile, place: number, cases: readonly Case[]): Trial[] {
  // What is pending may fail as it is.
  const counting = pact.interactions.filter(({ pending }) => !pending && pact.broker?.pending !== true);
  return cases.flatMap(({ point, variant }, at) =>
    counting.map((interaction): Trial => ({
      id: `${place + 1}-${interaction.index}-variant-${at}`,
      pact,
      interaction,
      states: interaction.states,
      variants: point === undefined ? NO_VARIANTS : { [point.point]: variant },
    })),
  );
}

/** What passes in no case is told once, and of no variant. */
function outcomeOf(
  { point, variant }: Case,
  runs: readonly Run[],
  anyway: readonly BrokenInteraction[],
): VariantOutcome {
  const { point: name, about, breaks } = point!;
  const failed = failedIn(runs.filter(({ trial }) => trial.variants?.[name] === variant));
  const broken = failed.filter(
    ({ source, pointer }) => !anyway.some((other) => other.source === source && other.pointer === pointer),
  );
  return { title: `${name}=${variant}`, point: name, variant, about, breaks, broken };
}

function failedIn(runs: readonly Run[]): BrokenInteraction[] {
  return runs.flatMap(
    ({
      trial: {
        pact: { source, consumer },
        interaction: { index, description },
      },
      result: { failures },
    }) => {
      // Another status explains another body.
      const failure = failures.find((one) => one.where === 'status') ?? failures[0];
      if (failure === undefined) return [];
      const { where, message } = failure;
      return [
        {
          source,
          consumer,
          pointer: `/interactions/${index}`,
          description,
          why: where === undefined ? message : `${where}: ${message}`,
        },
      ];
    },
  );
}
