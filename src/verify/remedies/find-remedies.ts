/** Finds changes that make a failed interaction pass, by running it with these changes. */

import { isObject } from '../../common/json.js';
import { choicesText } from '../../contract/variants/choose-variants.js';
import { matchRequest } from '../../pact/match-request.js';
import { blamedBy } from '../compare/check-request.js';
import type { VerifiedInteraction } from '../report/interaction-report.js';
import { bodyOf, type CompletedRun, type Run } from '../run/run.js';
import type { Candidate, RemedySearch } from './candidate.js';
import { literalCandidates } from './literal-candidates.js';
import { isFaultOfRequest, passesForTheRightReason } from './right-reason.js';
import { noStateCandidates, scenarioCandidates, spellingCandidates, stateCandidates } from './state-candidates.js';

/** What a search has found. */
export interface Remedies {
  /** The remedies that passed, best first; if none passed, what explains the failure. */
  readonly remedies: readonly string[];
  /** The variants of the contract in which the interaction passes, as text: `link-status=201`. */
  readonly variants: readonly string[];
}

const NONE: Remedies = { remedies: [], variants: [] };
const MAX_REMEDIES = 3;
/** Milliseconds; a candidate that takes longer is no remedy. */
const CANDIDATE_TIMEOUT = 2_000;

/**
 * Tries the kinds of candidates in their order, until some of one kind pass for the right reason. An interaction that
 * contradicts the contract passes with no state, but perhaps with a variant.
 */
export async function findRemedies(failed: VerifiedInteraction, search: RemedySearch): Promise<Remedies> {
  const { run, result, findings } = failed;
  const { failures } = result;
  if (failures.length > 0 && failures.every(({ kind }) => kind === 'verifier')) return NONE;
  const contradicts = findings.some(({ severity }) => severity === 'error');
  const kinds = contradicts ? [] : kindsFor(failed, search);
  for (const [kind, candidates] of kinds.entries()) {
    const passed = await candidatesThatPass(candidates(), { ...run, id: `${run.id}-${kind}` }, search);
    if (passed.length > 0) return { remedies: textsOf(passed), variants: [] };
  }
  const inVariants = await tryVariants(run, search);
  if (inVariants.length > 0)
    return {
      remedies: textsOf(inVariants),
      variants: inVariants.slice(0, MAX_REMEDIES).flatMap(({ variant }) => variant?.name ?? []),
    };
  return { remedies: explanations(failed, contradicts), variants: [] };
}

/** The kinds of candidates without variants. They are made when their turn comes. */
function kindsFor(failed: VerifiedInteraction, search: RemedySearch): (() => Candidate[])[] {
  if (isFaultOfRequest(failed)) return [];
  const { run } = failed;
  const always = [
    () => tokenCandidates(failed),
    () => spellingCandidates(run, search),
    () => noStateCandidates(run, search),
  ];
  // A state is the better remedy: a matcher would hide that the service sends another value.
  const literals = (): Candidate[] => literalCandidates(failed, search.contract);
  // Only another request causes such a refusal.
  if (blamedBy(run.interaction.response.status) === 'request') return [...always, literals];
  const withStates = (literals: readonly Candidate[]): Candidate[] =>
    literals.flatMap((literal) => combined(literal, stateCandidates(run, search)));
  return [
    ...always,
    () => stateCandidates(run, search),
    literals,
    () => scenarioCandidates(run, search),
    () => withStates(literals()),
    () => literalCandidates(failed, search.contract, 'also enumerated'),
    () => withStates(literalCandidates(failed, search.contract, 'also enumerated')),
  ];
}

function tokenCandidates({ run, result }: CompletedRun): Candidate[] {
  if (result.response?.status !== 401 || run.interaction.request.headers['authorization'] !== undefined) return [];
  return [
    {
      remedy:
        'it passes with an access token: add an Authorization header to the request, for example "Bearer any-token"',
      states: run.states,
      addToken: true,
    },
  ];
}

/** The candidate together with each of the states. */
function combined(candidate: Candidate, states: readonly Candidate[]): Candidate[] {
  return states.map((state) => ({
    ...candidate,
    states: state.states,
    remedy: `${candidate.remedy} (together: ${state.remedy})`,
  }));
}

/** The variants in which the interaction passes, with its own states or else with one more. */
async function tryVariants(run: Run, search: RemedySearch): Promise<readonly Candidate[]> {
  const candidates = variantCandidates(run, search);
  const passed = await candidatesThatPass(candidates, { ...run, id: `${run.id}-variant` }, search);
  if (passed.length > 0 || candidates.length > MAX_REMEDIES) return passed;
  const withStates = candidates.flatMap((candidate) => combined(candidate, stateCandidates(run, search)));
  return candidatesThatPass(withStates, { ...run, id: `${run.id}-variant-and-state` }, search);
}

/** The variants of the operation in which the interaction does not contradict the contract. */
function variantCandidates(run: Run, { contract, contracts, contradicts }: RemedySearch): Candidate[] {
  const match = matchRequest(contract, run.interaction.request);
  const { revision, variants } = contract;
  const candidates: Candidate[] = [];
  for (const { point, operations, others } of contracts.points) {
    if (match.kind === 'operation' && !operations.includes(match.operation.id)) continue;
    for (const other of others) {
      if (variants[point] === other.name) continue;
      const choices = { ...variants, [point]: other.name };
      const name = choicesText({ [point]: other.name });
      const varied = contracts.in({ revision, variants: choices });
      if (contradicts(run.interaction, varied)) continue;
      const remedy = `as our base contract assumes, no; with \`--variant ${name}\`, yes`;
      candidates.push({ remedy, states: run.states, variant: { name, choices, contract: varied } });
    }
  }
  return candidates;
}

async function candidatesThatPass(
  candidates: readonly Candidate[],
  run: Run,
  { runner, contract }: RemedySearch,
): Promise<Candidate[]> {
  const runs = candidates.map(({ states, addToken = false, pact = run.pact, variant }, at): Run => ({
    id: `${run.id}-${at}`,
    pact,
    interaction: run.interaction,
    states,
    addToken,
    ...(variant && { variants: variant.choices }),
  }));
  await runner.open(runs);
  // The candidates of one kind have the same pact.
  const completed = await runner.run(runs[0]?.pact ?? run.pact, runs, CANDIDATE_TIMEOUT);
  return candidates.filter(({ variant }, at) => passesForTheRightReason(completed[at]!, variant?.contract ?? contract));
}

function textsOf(candidates: readonly Candidate[]): string[] {
  return candidates.slice(0, MAX_REMEDIES).map(({ remedy }) => remedy);
}

/** What the response itself says, if nothing that was tried makes the interaction pass. */
function explanations(failed: VerifiedInteraction, contradicts: boolean): readonly string[] {
  const { response } = failed.result;
  if (response === undefined) return [];
  // The IDs of sandboxes are nothing that a consumer knows.
  const diagnostics = response.diagnostics.filter((text) => !/\bsandbox\b/.test(text));
  if (!isFaultOfRequest(failed)) return contradicts ? [] : diagnostics;
  const body = bodyOf(response);
  const { error_description: description, message = description } = isObject(body) ? body : {};
  const reason = typeof message === 'string' ? ` (${message})` : '';
  return [
    `correct the request: the service refuses it with ${response.status}${reason}, whatever the provider state`,
    ...diagnostics,
  ];
}
