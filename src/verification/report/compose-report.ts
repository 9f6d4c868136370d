/** Puts everything that a verification has found into one report. */

import type { Contract } from '../../contract/contract.js';
import { choicesText } from '../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import type { LoadedPacts } from '../../pact/reading/load-pacts.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import { shippedVariants } from '../../shipped.js';
import { coverageOf, type CoverageSources } from '../coverage/contract-coverage.js';
import { pactReport, type VerifiedPact } from './interaction-report.js';
import type { GuessReport, InteractionReport, VerificationReport } from './verification-report.js';

export interface ReportMaterial {
  readonly contract: Contract;
  /** Of this package. */
  readonly version: string;
  readonly loaded: LoadedPacts;
  readonly verified: readonly VerifiedPact[];
  readonly registry: readonly ProviderState[];
  /** Names of the shipped scenarios. */
  readonly scenarios: readonly string[];
}

export function composeReport({
  contract,
  version,
  loaded,
  verified,
  registry,
  scenarios,
}: ReportMaterial): VerificationReport {
  const pacts = verified.map((pact) => pactReport(pact, contract));
  const interactions = pacts.flatMap((pact) => pact.interactions);
  const counts = countsOf(interactions);
  const guesses = guessReports(interactions, contract);
  return {
    verdict: counts.failed === 0 && loaded.problems.length === 0 ? 'passed' : 'failed',
    proves: provedBy(counts, contract),
    doesNotProve: notProved(guesses.length),
    emulator: { version, contract: contract.version, revision: contract.revision, variants: contract.variants },
    pacts,
    problems: loaded.problems,
    notices: [...loaded.notices, ...(counts.failed === 0 ? [] : dependences(contract))],
    counts,
    guesses,
    coverage: coverageOf({ contract, pacts: loaded.pacts, scenarios, states: registry, used: usageOf(verified) }),
  };
}

/** What a failure in variants says of a consumer. */
function dependences({ variants }: Contract): string[] {
  return Object.entries(variants).map(([name, variant]) => {
    const { about, breaks } = shippedVariants().find(({ point }) => point === name)!;
    return `what fails in ${name}=${variant} and passes without it depends on ${about.join(' and ')}, on which the service may well do otherwise. It breaks: ${breaks}`;
  });
}

/** How many interactions there are of each outcome. */
export function countsOf(interactions: readonly InteractionReport[]): VerificationReport['counts'] {
  const count = (wanted: InteractionReport['outcome']): number =>
    interactions.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), pending: count('pending') };
}

function provedBy({ passed }: VerificationReport['counts'], { version, variants }: Contract): string {
  const otherwise = variants === NO_VARIANTS ? '' : `, where it says ${choicesText(variants)}`;
  return `In ${passed} ${passed === 1 ? 'interaction' : 'interactions'}, consumer and emulator agree, and nothing in them contradicts the contract (version ${version}${otherwise}).`;
}

function notProved(guesses: number): string {
  const rest =
    guesses === 0
      ? 'nothing in these answers goes beyond what it and the public client show'
      : `these answers rest on ${guesses} ${guesses === 1 ? 'point' : 'points'} that nobody outside the service knows`;
  return `Whether the real service does the same: the emulator keeps to the published specification, and ${rest}.`;
}

/** Which states of the registry, and which scenarios, an interaction makes use of. */
function usageOf(verified: readonly VerifiedPact[]): CoverageSources['used'] {
  return (pact, interaction) => {
    const of = verified.find((candidate) => candidate.pact === pact);
    const trial = of?.trials.find((candidate) => candidate.interaction === interaction);
    const { states = [], scenarios = [] } = (trial && of?.results.get(trial.id)) ?? {};
    return { states, scenarios };
  };
}

/** The points that interactions rest on, and how many do. */
export function guessReports(interactions: readonly InteractionReport[], contract: Contract): GuessReport[] {
  return contract.fidelity().points.flatMap((point) => {
    const count = interactions.filter(({ restsOn }) => restsOn.includes(point.id)).length;
    const { id, basis, subject, note } = point;
    return count === 0 || (basis !== 'inferred' && basis !== 'chosen')
      ? []
      : [{ id, basis, subject, ...(note !== undefined && { note }), interactions: count }];
  });
}
