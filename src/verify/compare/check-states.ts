/**
 * Checks what the provider states of an interaction have to do with its response: a failure that has another cause than
 * the state says, and a state about something else than the request, prove nothing about the state.
 */

import { membersOf } from '../../common/json.js';
import type { Operation } from '../../contract/operation.js';
import type { Scenario } from '../../emulator/scenarios/scenario.js';
import { blamedBy, expectsStatus } from '../../pact/expected-status.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { subjectText } from '../../pact/states/subjects.js';
import { shippedScenarios } from '../../start/shipped.js';
import {
  appliedScenarios,
  bodyOf,
  reasonIn,
  type CompletedRun,
  type ObservedResponse,
  type RunResult,
} from '../run/run.js';
import { credentialsIn } from './check-request-headers.js';
import type { ContractFinding } from './contract-finding.js';

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
    otherSubjectFinding(interaction, answered),
  ];
  return found.filter((finding) => finding !== undefined);
}

/** The result of a run that has a response. */
type Result = RunResult & Required<Pick<RunResult, 'response' | 'setUp'>>;

/** The scenarios of the states that answer with a failure themselves. */
function failingScenarios({ setUp: { scenarios } }: Result): Scenario[] {
  const known = scenarios.flatMap((name) => shippedScenarios().get(name) ?? []);
  return known.filter(({ steps }) =>
    steps.some(({ fault = {} }) => 'answer' in fault || 'token' in fault || 'throttle' in fault),
  );
}

/** Whether a state says what is wrong with credentials that the request does not have. */
function lacksCredentials({ request, response }: PactInteraction, result: Result, { access }: Operation): boolean {
  const isAboutCredentials = blamedBy(response.status) === 'credentials' && access !== 'public';
  return isAboutCredentials && failingScenarios(result).length > 0 && credentialsIn(request, access) === undefined;
}

/** Without credentials, the service refuses the request in every state. */
function missingCredentials({ access }: Operation, asWritten: boolean): ContractFinding | undefined {
  if (asWritten) return undefined;
  const isBearer = access === 'bearer';
  const [missing, remedy] = isBearer
    ? ['access token', 'an Authorization header, for example "Bearer any-token"']
    : ['complete client credentials', 'client_id and client_secret with any values'];
  return {
    severity: 'error',
    code: 'state.credentials.missing',
    where: isBearer ? 'request header Authorization' : 'request body',
    message: `A provider state says what is wrong with the credentials, but the request has no ${missing}, so it would fail without the state, too: add ${remedy}.`,
  };
}

/** A token in a request whose state says that there is none: then the token is refused, and not its absence. */
function unwantedToken(
  { request, response }: PactInteraction,
  { setUp: { decisions } }: Result,
  { access }: Operation,
): ContractFinding | undefined {
  const isMissing = decisions.some(({ about, value }) => about === 'the access token' && value === 'missing');
  if (!isMissing || response.status !== 401 || credentialsIn(request, access) === undefined) return undefined;
  return {
    severity: 'error',
    code: 'state.credentials.present',
    where: 'request header Authorization',
    message:
      'A provider state says that there is no access token, but the request has one, so the service refuses that token: remove the header, or use the state "the access token is malformed".',
  };
}

/** An expected failure that another cause than the scenario of the state explains. */
function otherCause(
  { response: expected }: PactInteraction,
  result: Result,
  { id }: Operation,
): ContractFinding | undefined {
  const { response, setUp } = result;
  const failing = failingScenarios(result);
  // The credentials of the pact, which are sent unchanged, are a cause as well as the scenario.
  if (setUp.authentication || response.status < 400 || !expectsStatus(expected, response.status)) return undefined;
  const applied = appliedScenarios(response);
  const silent = failing.filter(({ name }) => !applied.includes(name));
  const concerned = silent.filter(({ operations }) => operations.includes(id));
  const [unseen] = concerned.length > 0 || silent.length < failing.length ? concerned : silent;
  if (unseen === undefined) return undefined;
  return {
    severity: 'error',
    code: 'state.cause.other',
    where: 'response status',
    message: `The provider state did not cause this failure (its scenario "${unseen.name}" did not answer): ${causeText(response, applied)}.`,
  };
}

function causeText(response: ObservedResponse, applied: readonly string[]): string {
  const others = applied.map((name) => `the scenario "${name}" answered`);
  const [said = reasonIn(response) ?? `the service responded with ${response.status}`] = response.diagnostics;
  return `the cause is another one: ${others.length > 0 ? others.join(' and ') : said}`;
}

/**
 * A state about something that the request does not name. That may be right: "p1 exists" beside a request for an
 * unknown party. It is a doubt if the state says that something is missing, or says more than that a party exists and
 * the expectation does not hold for what the state names.
 */
function otherSubjectFinding(interaction: PactInteraction, result: Result): ContractFinding | undefined {
  const { subject, named } = result;
  if (subject === undefined) return undefined;
  const { kind, value } = subject.named;
  const { decisions } = result.setUp;
  const said = decisions.filter(({ about }) => about.includes(JSON.stringify(value)));
  const isMissing = said.some((decision) => MISSING.has(decision.value));
  const sentences = said.map(({ sentence }) => sentence);
  const alsoSaid = decisions.filter(({ sentence }) => sentences.includes(sentence));
  const onlyExists = kind === 'party' && alsoSaid.every((one) => said.includes(one) && one.value === 'existing');
  const contradicts = !onlyExists && named !== undefined && !meets(interaction, named);
  const text = `The provider states are about ${subjectText(subject.named)}, but the request names ${subjectText(subject.requested)}`;
  return {
    severity: contradicts || isMissing ? 'warning' : 'remark',
    code: 'state.subject.other',
    where: 'request path',
    message: contradicts
      ? `${text}: for ${JSON.stringify(value)}, the response would be another one than expected.`
      : `${text}: what the states say about it is not tried.`,
    expected: value,
    actual: subject.requested.value,
  };
}

/** What states say of things that are not there. */
const MISSING: ReadonlySet<string> = new Set(['unknown', 'expired', 'nothing']);

/** Whether a response has an expected status and the members of the example, and items in the lists that have some. */
function meets({ response }: PactInteraction, observed: ObservedResponse): boolean {
  return expectsStatus(response, observed.status) && isAlike(response.body?.content, bodyOf(observed));
}

function isAlike(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected))
    return Array.isArray(actual) && expected.length > 0 === actual.length > 0 && isAlike(expected[0], actual[0]);
  const members = new Map(Object.entries(membersOf(actual)));
  return Object.entries(membersOf(expected)).every(
    ([name, value]) => members.has(name) && isAlike(value, members.get(name)),
  );
}
