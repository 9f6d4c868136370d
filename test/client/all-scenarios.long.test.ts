/**
 * The client under every shipped scenario: the outcome, and that the judge finds no broken rule. A long run calls every
 * operation that a scenario affects; by default those below stand for the others.
 */

import type { Connection } from 'id-emulator/client';
import { expect, test } from 'vitest';
import { shippedScenarios } from '../../src/start/shipped.js';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { startClient } from './client-under-test.js';

const { partyId, email, credentials } = cast('Ben');
const contractId = credentials[0]!.contractId;

const CALLS: Record<string, (connection: Connection, linkToken: string) => Promise<unknown>> = {
  issueToken: (connection) => connection.getUsers(),
  getUsers: (connection) => connection.getUsers(),
  getHumanScores: (connection) => connection.getHumanScores(),
  getHumanScoreByPartyId: (connection) => connection.getHumanScoreByPartyId(partyId),
  getCredentials: (connection) => connection.getCredentials(),
  getCredentialByPartyId: (connection) => connection.getCredentialByPartyId(partyId),
  resolveCredentials: (connection) => connection.resolve(email),
  createCredentialsRequest: (connection) => connection.createCredentialsRequest({ partyId, providers: ['REDDIT'] }),
  generateVerificationLink: (connection) => connection.generateVerificationLink({ contractId }),
  generateVerificationLinksBatch: (connection) =>
    connection.generateVerificationLinksBatch({ requests: [{ contractId }] }),
  checkVerificationStatus: (connection, linkToken) => connection.checkVerificationStatus(linkToken),
};

const POSTS = ['createCredentialsRequest', 'generateVerificationLink', 'generateVerificationLinksBatch'];

/** The token, a read, a POST with a response body and one without, and a call without a token. */
const REPRESENTATIVES = [
  'issueToken',
  'getUsers',
  'createCredentialsRequest',
  'generateVerificationLink',
  'checkVerificationStatus',
];

/** The operations of a scenario that are called. */
function calledOf(operations: readonly string[]): readonly string[] {
  const some = operations.filter((operation) => REPRESENTATIVES.includes(operation));
  return budget({ short: some.length === 0 ? operations : some, long: operations });
}

/** The error that each scenario causes; a call succeeds under any other. For POST also the scenarios after which it is not repeated. */
const FAILURES: Record<string, string> = {
  'check-token-unknown': 'APIError 404',
  'client-refused': 'UnauthorizedError 401',
  'failing-party': 'APIError 500',
  flaky: 'APIError 500',
  'html-page': 'APIError 200',
  'institution-suspended': 'UnauthorizedError 403',
  'malformed-json': 'APIError 200',
  'empty-body': 'APIError 200',
  'no-answer': 'TimeoutError 0',
  'resource-unknown': 'APIError 404',
  'token-expired': 'UnauthorizedError 401',
  'token-malformed': 'UnauthorizedError 401',
  'token-of-another-client': 'UnauthorizedError 401',
  'tokens-refused': 'UnauthorizedError 401',
};
const FAILURES_OF_POSTS: Record<string, string> = {
  'server-error': 'APIError 500',
  'rough-start': 'APIError 500',
  'bad-gateway': 'APIError 502',
  'gateway-timeout': 'APIError 504',
  'body-cut': 'APIError 200',
  'chunks-broken': 'APIError 200',
  'connection-closed': 'ConnectionError 0',
  'connection-reset': 'ConnectionError 0',
};

/** Parameters that shorten waits or remove randomness. */
const PARAMETERS: Record<string, string> = {
  'batch-slow': ';delay="50ms"',
  drip: ';every="1ms";bytes=100',
  flaky: ';share=1',
  latency: ';from="1ms";to="20ms"',
  'latency-tail': ';median="5ms";spread=0',
  'rate-limit-burst': ';retry-after=0',
  'service-unavailable': ';retry-after=0',
  'slow-body': ';delay="50ms"',
  'token-endpoint-down': ';retry-after=0',
  'token-endpoint-slow': ';delay="50ms"',
  'token-endpoint-throttled': ';retry-after=0',
};

function expectedOf(scenario: string, operation: string): string {
  // The access token has another value, and then again when the client renews it.
  if (scenario === 'other-values' && operation === 'issueToken') return 'UnauthorizedError 401';
  const failure = FAILURES[scenario] ?? (POSTS.includes(operation) ? FAILURES_OF_POSTS[scenario] : undefined);
  // The response to a data request has no body, so these scenarios do not change it.
  const hasNoBody =
    operation === 'createCredentialsRequest' &&
    ['malformed-json', 'empty-body', 'body-cut', 'chunks-broken'].includes(scenario);
  return (hasNoBody ? undefined : failure) ?? 'success';
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'success',
    (error: unknown) => [(error as Error).name, (error as { status?: number }).status].join(' ').trim(),
  );
}

/** `variant` has its own test: `all-variants.long.test.ts`. */
const scenarios = [...shippedScenarios().values()].filter(({ name }) => name !== 'variant');

test.concurrent.each(scenarios)('$name', async ({ name, operations: affected }) => {
  const operations = calledOf(affected);
  await using client = await startClient({}, { population: 20 });
  const { token: linkToken } = await client.connection.generateVerificationLink({ contractId });
  const timeout = name === 'no-answer' ? 100 : 20_000;
  const outcomes = operations.map(async (operation) => {
    const scenario = `${name}${PARAMETERS[name] ?? ''};activation=${operation}`;
    const connection = await client.connect(
      operation === 'issueToken' ? { tokenScenario: scenario, timeout } : { scenario, timeout },
    );
    return [operation, await outcomeOf(CALLS[operation]!(connection, linkToken))];
  });
  expect(await Promise.all(outcomes)).toEqual(operations.map((operation) => [operation, expectedOf(name, operation)]));

  const checks = client.sent.filter(({ url }) => url.pathname.includes('/verification/check/'));
  expect(checks.every(({ authorization }) => authorization === undefined)).toBe(true);
  expect(client.sent.every(({ url }) => !url.href.includes(client.emulator.clientSecret))).toBe(true);
});
