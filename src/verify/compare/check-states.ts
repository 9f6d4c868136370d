/**
 * Checks that the provider states of an interaction concern its response. Two kinds of interactions prove nothing about
 * their state: those whose failure has another cause, and those whose request is about something else than the state.
 */

import { failedItems } from '../../common/batch-items.js';
import { listed } from '../../common/reporting/phrases.js';
import type { Operation } from '../../contract/operation.js';
import type { Scenario } from '../../emulator/scenarios/scenario.js';
import { blamedBy, expectsStatus } from '../../pact/expected-status.js';
import { sentMessage } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { presentedCredentials } from '../../pact/provider/credentials.js';
import { subjectText, subjectsIn } from '../../pact/states/subjects.js';
import { failedSubjects, isKnown } from '../../pact/states/unseen-states.js';
import { shippedScenarios } from '../../start/shipped.js';
import { appliedScenarios, bodyOf, reasonIn } from '../run/run.js';
import type { CompletedRun, ObservedResponse, RunResult, UnseenState } from '../run/run.js';
import { finding, type ContractFinding } from './contract-finding.js';

/** An interaction that got a response. */
interface Answered extends Pick<PactInteraction, 'request'> {
  /** The response that the consumer expects. */
  readonly expected: PactInteraction['response'];
  readonly result: RunResult & Required<Pick<RunResult, 'response' | 'setUp'>>;
  readonly operation: Operation;
  /** The scenarios of the provider states that make a call fail. */
  readonly failing: readonly Scenario[];
}

/**
 * The findings about the provider states of a run.
 * @param operation undefined if the contract has none for the request
 * @param asWritten whether requests were sent unchanged, so that credentials may be missing on purpose
 */
export function checkStates(
  { run: { interaction }, result }: CompletedRun,
  operation: Operation | undefined,
  asWritten: boolean,
): ContractFinding[] {
  const { response, setUp } = result;
  if (response === undefined || setUp === undefined || operation === undefined) return [];

  const { request, response: expected } = interaction;
  const failing = failingScenarios(setUp.scenarios);
  const answered: Answered = { request, expected, result: { ...result, response, setUp }, operation, failing };
  const findings = [
    unwantedToken(answered),
    lacksCredentials(answered) ? missingCredentials(operation, asWritten) : otherCause(answered),
    idleState(answered),
    ...unknownItems(answered),
    ...unseenFindings(result.unseen ?? []),
  ];

  return findings.filter((found) => found !== undefined);
}

/** The kinds of faults that make a call, or items of a batch, fail. A fault is what a scenario does to a call. */
const FAILURES: readonly string[] = ['answer', 'token', 'throttle', 'batch-items'];

/** The scenarios that respond with a failure. */
function failingScenarios(names: readonly string[]): Scenario[] {
  const scenarios = names.flatMap((name) => shippedScenarios().get(name) ?? []);
  return scenarios.filter(({ steps }) => {
    return steps.some(({ fault = {} }) => FAILURES.some((kind) => kind in fault));
  });
}

/** Whether a state makes the service refuse the credentials although the request has none. */
function lacksCredentials({ request, expected, operation: { access }, failing }: Answered): boolean {
  const isAboutCredentials = blamedBy(expected.status) === 'credentials' && access !== 'public';
  const isSent = presentedCredentials(sentMessage(request), access) !== undefined;
  return isAboutCredentials && failing.length > 0 && !isSent;
}

/**
 * The finding about missing credentials. Without credentials, the service refuses the request in every state, so the
 * state proves nothing. In a request that is sent as written, they may be missing on purpose.
 */
function missingCredentials({ access }: Operation, asWritten: boolean): ContractFinding | undefined {
  if (asWritten) return undefined;

  const code = 'state.credentials.missing';
  if (access !== 'bearer') {
    const remedy = 'client_id and client_secret with any values';
    return finding(code, { missing: 'complete client credentials', where: 'request body', remedy });
  }

  const remedy = 'an Authorization header, for example "Bearer any-token"';
  return finding(code, { missing: 'access token', where: 'request header Authorization', remedy });
}

/**
 * The finding about a token in a request whose state says that the token is missing. The service then refuses the
 * token, for another reason than the state.
 */
function unwantedToken({ request, expected, result, operation }: Answered): ContractFinding | undefined {
  const decisions = result.setUp.states.flatMap((state) => state.decisions);
  const saysNone = decisions.some(({ about, value }) => about === 'the access token' && value === 'missing');
  const isSent = presentedCredentials(sentMessage(request), operation.access) !== undefined;

  return saysNone && isSent && expected.status === 401 ? finding('state.credentials.present', {}) : undefined;
}

/** The finding about an expected failure that has another cause than the scenario of the state. */
function otherCause({ expected, result, operation, failing }: Answered): ContractFinding | undefined {
  const { response, setUp } = result;
  const hasFailed = response.status >= 400 || failedItems(bodyOf(response)).length > 0;
  if (!hasFailed || !expectsStatus(expected, response.status)) return undefined;
  // The credentials of the pact are sent unchanged, so they may be the intended cause.
  if (setUp.authentication) return undefined;

  // A scenario that is silent did not respond to this call.
  const applied = appliedScenarios(response);
  const silent = failing.filter(({ name }) => !applied.includes(name));
  const silentHere = silent.find(({ operations }) => operations.includes(operation.id));
  // If one scenario responded, the scenarios for other operations may stay silent.
  const hasResponded = silent.length < failing.length;
  const silentElsewhere = hasResponded ? undefined : silent[0];
  const suspect = silentHere ?? silentElsewhere;
  if (suspect === undefined) return undefined;

  return finding('state.cause.other', { scenario: suspect.name, cause: causeText(response, applied) });
}

/**
 * The finding about a state whose scenario is for other operations. The exception is a request with a token to a public
 * operation: there, a state about tokens shows that the token does not matter.
 */
function idleState({ request, result, operation, failing }: Answered): ContractFinding | undefined {
  const { id, access } = operation;
  const isAboutToken = access === 'public' && request.headers['authorization'] !== undefined;
  const idle = failing.find(({ operations }) => !operations.includes(id));
  if (idle === undefined || isAboutToken || result.response.status >= 400) return undefined;

  return finding('state.operation.other', { scenario: idle.name, operation: id });
}

/** What caused the failure instead of the scenario of the state: another scenario, an item, or the request itself. */
function causeText(response: ObservedResponse, applied: readonly string[]): string {
  const prefix = 'the cause is another one: ';
  const scenarios = applied.map((name) => `the scenario "${name}" answered`);
  if (scenarios.length > 0) return prefix + scenarios.join(' and ');

  const [item] = failedSubjects(bodyOf(response));
  if (item !== undefined) return `${prefix}the item of ${subjectText(item)} fails by itself`;

  const [diagnostic] = response.diagnostics;
  return prefix + (diagnostic ?? reasonIn(response) ?? `the service responded with ${response.status}`);
}

/** The findings about items of a batch that fail only because no state makes the items known to the service. */
function unknownItems({ result: { response, secondResponse, setUp } }: Answered): ContractFinding[] {
  const failed = failedSubjects(bodyOf(secondResponse ?? response));
  const unknown = failed.filter((item) => !isKnown(item, setUp.states));

  return unknown.map((item) => {
    const cause = `The item of ${subjectText(item)} fails because the service does not know it`;
    const reason = `${cause}, and no provider state says so: add one about it.`;
    return finding('request.resource.unknown', { where: 'request body', reason, actual: item.value });
  });
}

/** The findings about states of which nothing appears in the exchange. */
function unseenFindings(unseen: readonly UnseenState[]): ContractFinding[] {
  const distinct = new Map<UnseenState | string, UnseenState>();
  for (const one of unseen) {
    // If the request names another subject, all states about the same subject have one finding, that of the first.
    const key = one.difference?.inState.value ?? one;
    if (!distinct.has(key)) distinct.set(key, one);
  }

  return [...distinct.values()].map((one) => otherSubjectFinding(one) ?? unseenFinding(one));
}

/** The finding about a state of which nothing appears. It says what was looked for. */
function unseenFinding({ state, requested, filters, isSearched }: UnseenState): ContractFinding {
  const { sentence, parameters, subjects } = state;
  // What the parameters name is what the author of the pact knows; a state without parameters has generated subjects.
  const named = subjectsIn(parameters);
  const texts = new Set((named.length > 0 ? named : subjects).map(subjectText));
  const requestText = requested.length === 0 ? '' : `; the request names ${listed(requested.map(subjectText))}`;
  const details = { state: sentence, lookedFor: `(looked for: ${[...texts].join(', ')}${requestText})` };
  // The list has too many pages to be read, so nobody knows whether the subject is in it.
  if (!isSearched) return finding('state.subject.unread', details);

  const [filter] = filters;
  if (filter === undefined) return finding('state.subject.unseen', { ...details, where: 'response body', reason: '' });

  // A filter has the form `kycStatus=APPROVED`.
  const where = `request query ${filter.split('=')[0]!}`;
  const reason = `, because ${listed(filters)} in the request excludes it`;

  return finding('state.subject.unseen', { ...details, where, reason });
}

/**
 * The finding about a state whose subject differs from that of the request. The difference may be intended if the state
 * only says that a party exists: "p1 exists", with a request for an unknown party.
 */
function otherSubjectFinding({ state, difference }: UnseenState): ContractFinding | undefined {
  if (difference === undefined) return undefined;

  const { inState, inRequest } = difference;
  const onlyExists = inState.kind === 'party' && state.decisions.every(({ value }) => value === 'existing');

  return finding('state.subject.other', {
    severity: onlyExists ? 'remark' : 'warning',
    where: inRequest.where,
    state: state.sentence,
    named: subjectText(inState),
    requested: subjectText(inRequest),
    expected: inState.value,
    actual: inRequest.value,
  });
}
