/** Verifies pacts in every variant of the contract, one at a time: this shows which guesses consumers depend on. */

import { setImmediate } from 'node:timers/promises';
import {
  touchedVariants,
  variantCases,
  type TouchContext,
  type VariantCase,
} from '../contract/variants/touched-variants.js';
import { outputRedactor } from '../emulator/redaction/output-redactor.js';
import { isGuess } from '../contract/fidelity/point.js';
import type { PactFile } from '../pact/pact-file.js';
import { matchOperation } from '../pact/match-request.js';
import { shippedContracts, shippedVariants } from '../start/shipped.js';
import { gatherPacts } from './gather-pacts.js';
import { nothingVerified, refuseNothingRun } from './nothing-verified.js';
import type { BrokenInteraction, EveryVariantReport, VariantOutcome } from './report/every-variant-report.js';
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
  const { contract, registry, loaded } = await gatherPacts(options);
  const cases = variantCases(shippedVariants());
  const { unvaried, varied } = loaded.pacts.every(({ interactions }) => interactions.length === 0)
    ? { unvaried: [], varied: [] }
    : await withRunner({ verifier, options, registry, contract }, (runner) =>
        runCases(loaded.pacts, { cases, contract, contracts: shippedContracts(), runner, options }),
      );
  const failAnyway = brokenIn(unvaried);
  const variants = cases.map((one) => variantOutcome(one, unvaried, varied.filter(hasVerdict)));
  const notRun = [...unvaried, ...varied].filter((one) => !hasVerdict(one));
  const all = loaded.pacts.reduce((sum, { interactions }) => sum + interactions.length, 0);
  const counts = {
    passed: unvaried.filter(hasVerdict).length - failAnyway.length,
    failed: failAnyway.length,
    pending: all - unvaried.length,
    notRun: notRun.length,
  };
  const guesses = contract.fidelity().points.filter(isGuess);
  const problems = [...loaded.problems, ...nothingVerified(loaded, counts, options)];
  const passed =
    problems.length === 0 && failAnyway.length === 0 && variants.every(({ broken }) => broken.length === 0);
  return outputRedactor([options.controlToken, options.urlToken]).json({
    verdict: !passed ? 'failed' : notRun.length > 0 ? 'incomplete' : 'passed',
    interactions: counts.passed,
    failAnyway,
    variants,
    ...(notRun.length > 0 && { notRun: notRun.length, incomplete: notRun[0]!.result.notRun! }),
    guesses: {
      total: guesses.length,
      withoutVariants: guesses.filter(({ variants: own }) => own === undefined).length,
    },
    problems,
    notices: loaded.notices,
  });
}

interface CasesContext extends TouchContext {
  readonly runner: Runner;
  readonly options: VerifyOptions;
}

/**
 * An interaction that fails without variants is not run again.
 * @returns the runs without variants, in the order of the pacts, and those in variants
 */
async function runCases(
  pacts: readonly PactFile[],
  context: CasesContext,
): Promise<Record<'unvaried' | 'varied', readonly CompletedRun[]>> {
  const { runner, options } = context;
  // Pending interactions are left out: they may fail without variants.
  const planned = pacts.map((pact, at) =>
    planRuns(pact, at + 1).filter(({ interaction }) => !interaction.pending && !pact.broker?.pending),
  );
  const unvaried = await Promise.all(planned.map((runs) => runner.run(runs)));
  refuseNothingRun(unvaried.flat());
  reportProgress(pacts, unvaried, options);
  const compiled = new Set<string>();
  const variedRuns: Run[][] = [];
  for (const ofPact of unvaried) {
    const runs: Run[] = [];
    for (const completed of ofPact) {
      const operation = matchOperation(context.contract, completed.run.interaction.request)?.operation.id ?? '';
      // An operation is compiled in each variant when it is first compared. Between two, a signal can arrive.
      const steps = compiled.has(operation) ? [context.cases] : context.cases.map((one) => [one]);
      compiled.add(operation);
      for (const cases of steps) {
        runs.push(...planVariedRuns(completed, { ...context, cases }));
        await setImmediate();
      }
    }
    variedRuns.push(runs);
  }
  const total = variedRuns.flat().length;
  let done = 0;
  const runVaried = async (runs: readonly Run[]): Promise<readonly CompletedRun[]> => {
    const completed = await runner.run(runs);
    done += runs.length;
    if (runs.length > 0) options.onVariedRuns?.({ done, total });
    return completed;
  };
  return { unvaried: unvaried.flat(), varied: (await Promise.all(variedRuns.map(runVaried))).flat() };
}

function planVariedRuns({ run, result }: CompletedRun, context: CasesContext): Run[] {
  const { response, failures, notRun } = result;
  if (failures.length > 0 || notRun !== undefined || response === undefined) return [];
  const facts = factsOf(run.interaction.request, response, context.contract);
  return touchedVariants(facts, context).map(({ point: { point }, variant }): Run => ({
    ...run,
    id: `${run.id}-${point}-${variant}`,
    variants: { [point]: variant },
  }));
}

function reportProgress(
  pacts: readonly PactFile[],
  completed: readonly (readonly CompletedRun[])[],
  { onProgress }: VerifyOptions,
): void {
  for (const [at, pact] of pacts.entries()) {
    const own = completed[at]!.filter(hasVerdict);
    const failed = brokenIn(own).length;
    const { source, consumer } = pact;
    const counts = { passed: own.length - failed, failed, pending: 0 };
    onProgress?.({ source, consumer, ...counts, done: at + 1, total: pacts.length });
  }
}

/** An interaction exercises a variant if its response differs there. */
function variantOutcome(
  { point: { point, about, breaks }, variant }: VariantCase,
  unvaried: readonly CompletedRun[],
  varied: readonly CompletedRun[],
): VariantOutcome {
  const before = new Map(unvaried.map(({ run, result }) => [run.interaction, result.response]));
  const exercising = varied.filter(({ run, result }) => {
    if (run.variants?.[point] !== variant) return false;
    const [one, other] = [before.get(run.interaction), result.response];
    return one === undefined || other === undefined || !isSameResponse(one, other);
  });
  const exercised = exercising.length;
  return { title: `${point}=${variant}`, point, variant, about, breaks, exercised, broken: brokenIn(exercising) };
}

function hasVerdict({ result }: CompletedRun): boolean {
  return result.notRun === undefined;
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
