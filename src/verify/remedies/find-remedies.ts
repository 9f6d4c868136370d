/** Finds changes that make a failed interaction pass, by running it with these changes. */

import { isObject, membersOf } from '../../common/json.js';
import { variantCases } from '../../contract/variants/touched-variants.js';
import { blamedBy } from '../../pact/expected-status.js';
import { matchRequest } from '../../pact/match-request.js';
import type { EstablishedState } from '../../pact/states/set-up-states.js';
import { appearsIn } from '../../pact/states/unseen-states.js';
import { shippedContracts } from '../../start/shipped.js';
import { compareRuns, contradictsContract, type ComparedInteraction } from '../compare/compare-runs.js';
import { isAboutState } from '../compare/contract-finding.js';
import { internalFailure } from '../report/report-text.js';
import { appliedScenarios, bodyOf, type CompletedRun, type Run } from '../run/run.js';
import { otherTokenNames } from '../run/run-setups.js';
import type { Candidate, RemedySearch } from './candidate.js';
import { corrections, explanations, isFaultOfRequest } from './explanations.js';
import { literalCandidates } from './literal-candidates.js';
import { noStateCandidates, spellingCandidates, stateCandidates, withoutStateCandidates } from './state-candidates.js';

/** An interaction after the search for remedies. */
export interface VerifiedInteraction extends ComparedInteraction, Remedies {
  /**
   * Where the inspector shows the sandbox in which the interaction failed when it was run again. Undefined if no
   * sandbox was kept.
   */
  readonly inspector?: string;
}

/** What the search for remedies has found. */
interface Remedies {
  /** The remedies that passed, the best first. If none passed, these sentences explain the failure. */
  readonly remedies: readonly string[];
  /** The variants of the contract in which the interaction passes, as text: `link-status=201`. */
  readonly passesIn: readonly string[];
}

/** The result for an interaction for which nothing was tried, or nothing helps. */
const NO_REMEDIES: Remedies = { remedies: [], passesIn: [] };

/**
 * The largest number of searches. A search takes about a second, and many failures often have one cause, so the first
 * ones suffice.
 */
const MAX_SEARCHES = 20;
const MAX_REMEDIES = 3;
/** The limit for the response to a candidate, in milliseconds. A candidate that takes longer is no remedy. */
const CANDIDATE_TIMEOUT = 2_000;

/** Searches remedies for the first failed interactions, one after the other. */
export async function findRemedies(
  compared: readonly ComparedInteraction[],
  search: RemedySearch,
): Promise<VerifiedInteraction[]> {
  const searched = compared.filter(hasFailed).slice(0, MAX_SEARCHES);
  const verified: VerifiedInteraction[] = [];
  for (const one of compared) {
    const isSearched = searched.includes(one);
    verified.push(isSearched ? await withRemedies(one, search) : { ...one, ...NO_REMEDIES });
  }

  return verified;
}

/** Whether the interaction has failed for another reason than its warnings or a bug of id-emulator. */
function hasFailed(interaction: ComparedInteraction): boolean {
  const { result } = interaction;
  return result.notRun === undefined && (result.failures.length > 0 || contradictsContract(interaction));
}

/** The interaction with its remedies. A bug of id-emulator becomes a failure of this interaction alone. */
async function withRemedies(failed: ComparedInteraction, search: RemedySearch): Promise<VerifiedInteraction> {
  try {
    return { ...failed, ...(await remediesFor(failed, search)) };
  } catch (error) {
    const internal = [...failed.internal, internalFailure('searched for remedies', error)];
    return { ...failed, ...NO_REMEDIES, internal };
  }
}

/**
 * Tries the kinds of candidates in order, until candidates of one kind pass for the right reason. If an interaction
 * contradicts the contract, no provider state makes it pass, but a variant of the contract may.
 */
async function remediesFor(failed: ComparedInteraction, search: RemedySearch): Promise<Remedies> {
  const { run, result } = failed;
  const { failures } = result;
  // If the verifier could not verify the interaction, it cannot verify candidates either.
  if (failures.length > 0 && failures.every(({ kind }) => kind === 'verifier')) return NO_REMEDIES;

  const makers = contradictsContract(failed) ? [] : makersFor(failed, search);
  for (const [number, makeCandidates] of makers.entries()) {
    const passed = await candidatesThatPass(makeCandidates(), failed, `${run.id}-${number}`, search);
    if (passed.length > 0) return { remedies: textsOf(passed), passesIn: [] };
  }

  const inVariants = await candidatesThatPass(variantCandidates(run, search), failed, `${run.id}-variant`, search);
  const passesIn = inVariants.slice(0, MAX_REMEDIES).flatMap(({ assumed }) => assumed?.name ?? []);
  const texts = passesIn.length > 0 ? textsOf(inVariants) : explanations(failed);

  return { remedies: [...corrections(failed), ...texts], passesIn };
}

/** The functions that make the candidates without variants, one for each kind, in the order in which they are tried. */
function makersFor(failed: ComparedInteraction, search: RemedySearch): (() => Candidate[])[] {
  const { run, result } = failed;
  // States that return a link's token may have the name that the pact gives to its access token, and mend nothing.
  const takesOtherToken = otherTokenNames(run.interaction.stateExpressions).length > 0;
  if ((takesOtherToken && result.response === undefined) || isFaultOfRequest(failed)) return [];

  // If the expected status blames the request, only another request causes it, and no state does.
  const blamesRequest = blamedBy(run.interaction.response.status) === 'request';

  return [
    () => tokenCandidates(failed),
    () => spellingCandidates(run, search),
    () => noStateCandidates(run, search),
    () => withoutStateCandidates(failed),
    // Matchers come last: a matcher would hide that the service sends another value, where a state mends the cause.
    () => (blamesRequest ? [] : stateCandidates(run, search)),
    () => literalCandidates(failed),
  ];
}

/** The candidate for a request that has no access token and got 401. */
function tokenCandidates({ run, result }: CompletedRun): Candidate[] {
  const { authorization } = run.interaction.request.headers;
  if (result.response?.status !== 401 || authorization !== undefined) return [];

  const header = 'an Authorization header to the request, for example "Bearer any-token"';
  return [{ remedy: `it passes with an access token: add ${header}`, addToken: true }];
}

/**
 * The candidates that assume a variant. Only variants of the operation in which the interaction does not contradict the
 * contract are tried.
 */
function variantCandidates(run: Run, { contract, comparisonWith }: RemedySearch): Candidate[] {
  const contracts = shippedContracts();
  const operation = matchRequest(contract, run.interaction.request).operation?.id;
  const points = contracts.points.filter(({ operations }) => operation === undefined || operations.includes(operation));
  const { revision, variants } = contract;

  const candidates: Candidate[] = [];
  for (const { point: chosen, variant } of variantCases(points)) {
    if (variants[chosen.point] === variant) continue;

    const choices = { ...variants, [chosen.point]: variant };
    const varied = contracts.in({ revision, variants: choices });
    if (comparisonWith(varied).contradicts(run.interaction)) continue;

    const name = `${chosen.point}=${variant}`;
    const remedy = `as our base contract assumes, no; with \`--variant ${name}\`, yes`;
    candidates.push({ remedy, variants: choices, assumed: { name, contract: varied } });
  }

  return candidates;
}

/**
 * Runs candidates, and returns those that pass for the right reason.
 * @param id the beginning of the IDs of the runs, unique in the verification
 */
async function candidatesThatPass(
  candidates: readonly Candidate[],
  failed: ComparedInteraction,
  id: string,
  { runner, contract, comparisonWith, options }: RemedySearch,
): Promise<Candidate[]> {
  const runs = candidates.map(({ remedy: _, assumed: _contract, ...changes }, at): Run => {
    return { ...failed.run, ...changes, id: `${id}-${at}` };
  });
  // The candidates of one kind share one pact, so that they can run in one group.
  const completed = await runner.run(runs, CANDIDATE_TIMEOUT);

  return candidates.filter(({ assumed }, at) => {
    const comparison = comparisonWith(assumed?.contract ?? contract);
    const compared = compareRuns([completed[at]!], comparison, options)[0]!;
    // A change that only hides the mistake is no remedy, although the interaction passes.
    return compared.outcome === 'passed' && hasItems(compared) && !hidesState(failed, compared);
  });
}

/** The texts of the best candidates. */
function textsOf(candidates: readonly Candidate[]): string[] {
  return candidates.slice(0, MAX_REMEDIES).map(({ remedy }) => remedy);
}

/**
 * Whether each list with items in the pact also has items in the response. Otherwise the interaction passes without
 * proof, because a matcher compares nothing in an empty list.
 */
function hasItems({ run: { interaction }, result: { response } }: CompletedRun): boolean {
  return response !== undefined && isFilled(interaction.response.body?.content, bodyOf(response));
}

/** Whether each list with items in the expected value also has items in the actual value. */
function isFilled(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected)) {
    if (expected.length === 0) return true;
    // In a pact with matchers, the first item stands for all.
    return Array.isArray(actual) && actual.length > 0 && isFilled(expected[0], actual[0]);
  }
  if (!isObject(expected)) return true;

  const members = new Map(Object.entries(membersOf(actual)));
  return Object.entries(expected).every(([name, value]) => isFilled(value, members.get(name)));
}

/**
 * Whether a provider state had an effect before the change, and has none after it. Such a change hides the mistake by
 * switching off the state.
 */
function hidesState(failed: ComparedInteraction, changed: ComparedInteraction): boolean {
  const sentencesAfter = (changed.result.setUp?.states ?? []).map(({ sentence }) => sentence);
  const statesBefore = failed.result.setUp?.states ?? [];
  const statesKept = statesBefore.filter(({ sentence }) => sentencesAfter.includes(sentence));
  const isSilenced = statesKept.some((state) => hasEffect(failed, state) && !hasEffect(changed, state));

  return isSilenced || doubtsAboutStates(changed) > doubtsAboutStates(failed);
}

/** Whether a scenario of the state responded, or the response contains what the state sets up. */
function hasEffect({ result: { response } }: CompletedRun, { state, subjects }: EstablishedState): boolean {
  if (response === undefined) return false;

  const applied = appliedScenarios(response);
  const isApplied = (state.scenarios ?? []).some((name) => applied.includes(name));

  return isApplied || appearsIn(bodyOf(response), subjects);
}

/** How many errors and warnings there are about provider states. */
function doubtsAboutStates({ findings }: ComparedInteraction): number {
  return findings.filter(({ severity, code }) => severity !== 'remark' && isAboutState(code)).length;
}
