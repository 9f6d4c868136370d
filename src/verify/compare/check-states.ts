/**
 * Checks that the provider states of an interaction concern its response. Two interactions prove nothing about their
 * state: one whose failure has another cause, and one whose request is about something else than the state.
 */

import { listed } from '../../common/reporting/phrases.js';
import type { Operation } from '../../contract/operation.js';
import type { Scenario } from '../../emulator/scenarios/scenario.js';
import { blamedBy, expectsStatus } from '../../pact/expected-status.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { subjectText, subjectsIn } from '../../pact/states/subjects.js';
import { failedItems, isKnown } from '../../pact/states/unseen-states.js';
import { shippedScenarios } from '../../start/shipped.js';
import { appliedScenarios, bodyOf, reasonIn } from '../run/run.js';
import type { CompletedRun, ObservedResponse, RunResult, UnseenState } from '../run/run.js';
import { credentialsIn } from './check-request-headers.js';
import { finding, type ContractFinding } from './contract-finding.js';

/** @param operation undefined if the contract has none for the request */
export function checkStates(
  { run: { interaction }, result }: CompletedRun,
  operation: Operation | undefined,
  asWritten: boolean,
): ContractFinding[] {
  const { response, setUp } = result;
  if (response === undefined || setUp === undefined || operation === undefined) return [];
  const answered = { ...result, response, setUp };
  const found = [
    unwantedToken(interaction, answered, operation),
    lacksCredentials(interaction, answered, operation)
      ? missingCredentials(operation, asWritten)
      : otherCause(interaction, answered, operation),
    idleState(interaction, answered, operation),
    ...unknownItems(answered),
    ...unseenFindings(answered),
  ];
  return found.filter((one) => one !== undefined);
}

/** The result of a run that has a response. */
type Result = RunResult & Required<Pick<RunResult, 'response' | 'setUp'>>;

/** The kinds of faults that make a call or items of a batch fail. */
const FAILURES: readonly string[] = ['answer', 'token', 'throttle', 'batch-items'];

/** The scenarios of the states that respond with a failure. */
function failingScenarios({ setUp: { scenarios } }: Result): Scenario[] {
  const known = scenarios.flatMap((name) => shippedScenarios().get(name) ?? []);
  return known.filter(({ steps }) => steps.some(({ fault = {} }) => FAILURES.some((kind) => kind in fault)));
}

/** Whether a state describes a mistake in the credentials although the request has no credentials. */
function lacksCredentials({ request, response }: PactInteraction, result: Result, { access }: Operation): boolean {
  const isAboutCredentials = blamedBy(response.status) === 'credentials' && access !== 'public';
  return isAboutCredentials && failingScenarios(result).length > 0 && credentialsIn(request, access) === undefined;
}

/** The finding about missing credentials: without them, the service refuses the request in every state. */
function missingCredentials({ access }: Operation, asWritten: boolean): ContractFinding | undefined {
  if (asWritten) return undefined;
  const [missing, where, remedy] =
    access === 'bearer'
      ? ['access token', 'request header Authorization', 'an Authorization header, for example "Bearer any-token"']
      : ['complete client credentials', 'request body', 'client_id and client_secret with any values'];
  return finding('error', 'state.credentials.missing', {
    where,
    message: `A provider state says what is wrong with the credentials, but the request has no ${missing}, so it would fail without the state, too: add ${remedy}.`,
  });
}

/** The finding about a token in a request whose state says that there is none: the service refuses the token then. */
function unwantedToken(
  { request, response }: PactInteraction,
  { setUp: { states } }: Result,
  { access }: Operation,
): ContractFinding | undefined {
  const decisions = states.flatMap((state) => state.decisions);
  const isMissing = decisions.some(({ about, value }) => about === 'the access token' && value === 'missing');
  if (!isMissing || response.status !== 401 || credentialsIn(request, access) === undefined) return undefined;
  return finding('error', 'state.credentials.present', {
    where: 'request header Authorization',
    message:
      'A provider state says that there is no access token, but the request has one, so the service refuses that token: remove the header, or use the state "the access token is malformed".',
  });
}

/** The finding about an expected failure that has another cause than the scenario of the state. */
function otherCause(
  { response: expected }: PactInteraction,
  result: Result,
  { id }: Operation,
): ContractFinding | undefined {
  const { response, setUp } = result;
  const failing = failingScenarios(result);
  // The credentials of the pact are sent unchanged, so they may be the cause of the failure, too.
  const hasFailed = response.status >= 400 || failedItems(bodyOf(response)).length > 0;
  if (setUp.authentication || !hasFailed || !expectsStatus(expected, response.status)) return undefined;
  const applied = appliedScenarios(response);
  const silent = failing.filter(({ name }) => !applied.includes(name));
  const concerned = silent.filter(({ operations }) => operations.includes(id));
  const [unseen] = concerned.length > 0 || silent.length < failing.length ? concerned : silent;
  if (unseen === undefined) return undefined;
  return finding('error', 'state.cause.other', {
    where: 'response status',
    message: `The provider state did not cause this failure (its scenario "${unseen.name}" did not answer): ${causeText(response, applied)}.`,
  });
}

/** The finding about a state whose scenario is for other operations. A public operation may be tried with any token. */
function idleState(
  { request: { headers } }: PactInteraction,
  result: Result,
  { id, access }: Operation,
): ContractFinding | undefined {
  const isAboutToken = access === 'public' && headers['authorization'] !== undefined;
  const idle = failingScenarios(result).find(({ operations }) => !operations.includes(id));
  if (idle === undefined || isAboutToken || result.response.status >= 400) return undefined;

  return finding('warning', 'state.operation.other', {
    where: 'request path',
    message: `The provider state switches on the scenario "${idle.name}", which leaves ${id} as it is: what the state says is not tried.`,
  });
}

function causeText(response: ObservedResponse, applied: readonly string[]): string {
  const others = applied.map((name) => `the scenario "${name}" answered`);
  const items = failedItems(bodyOf(response)).map((item) => `the item of ${subjectText(item)} fails by itself`);
  const reason = reasonIn(response) ?? `the service responded with ${response.status}`;
  const [said = reason] = items.length > 0 ? items : response.diagnostics;
  return `the cause is another one: ${others.length > 0 ? others.join(' and ') : said}`;
}

/** The findings about items of a batch that fail only because no state makes them known to the service. */
function unknownItems({ response, again = response, setUp: { states } }: Result): ContractFinding[] {
  return failedItems(bodyOf(again))
    .filter((item) => !isKnown(item, states))
    .map((item) =>
      finding('warning', 'request.resource.unknown', {
        where: 'request body',
        message: `The item of ${subjectText(item)} fails because the service does not know it, and no provider state says so: add one about it.`,
        actual: item.value,
      }),
    );
}

/** The findings about states of which nothing appears: one for each subject that the request does not name. */
function unseenFindings({ unseen = [] }: Result): ContractFinding[] {
  const subjects = unseen.map(({ other }) => other?.named.value);
  const distinct = unseen.filter(({ other }, at) => other === undefined || subjects.indexOf(other.named.value) === at);
  return distinct.map((one) => otherSubjectFinding(one) ?? unseenFinding(one));
}

function unseenFinding({ state, requested, filters, isSearched }: UnseenState): ContractFinding {
  const { sentence, parameters, subjects } = state;
  const named = subjectsIn(parameters);
  const texts = new Set((named.length > 0 ? named : subjects).map(subjectText));
  const asked = requested.length === 0 ? '' : `; the request names ${listed(requested.map(subjectText))}`;
  const lookedFor = `(looked for: ${[...texts].join(', ')}${asked})`;
  if (!isSearched)
    return finding('remark', 'state.subject.unread', {
      where: 'response body',
      message: `The list has more pages than are searched, and nothing that the provider state "${sentence}" sets up appears on them ${lookedFor}.`,
    });

  const [filter] = filters;
  const where = filter === undefined ? 'response body' : `request query ${filter.split('=')[0]!}`;
  const reason = filter === undefined ? '' : `, because ${listed(filters)} in the request excludes it`;
  return finding('warning', 'state.subject.unseen', {
    where,
    message: `Nothing that the provider state "${sentence}" sets up appears in the request or the response${reason}, so it proves nothing about that state ${lookedFor}.`,
  });
}

/**
 * The finding about a state whose subject differs from that of the request. The difference may be intended if the state
 * only says that a party exists: "p1 exists", with a request for an unknown party.
 */
function otherSubjectFinding({ state: { sentence, decisions }, other }: UnseenState): ContractFinding | undefined {
  if (other === undefined) return undefined;
  const { named, requested } = other;
  const onlyExists = named.kind === 'party' && decisions.every(({ value }) => value === 'existing');
  return finding(onlyExists ? 'remark' : 'warning', 'state.subject.other', {
    where: requested.where,
    message: `The provider state "${sentence}" is about ${subjectText(named)}, but the request names ${subjectText(requested)}: what the state says about it is not tried.`,
    expected: named.value,
    actual: requested.value,
  });
}
