/** Publishing results: a verdict for each pact. */

import { expect, test } from 'vitest';
import type { BrokerOptions } from '../../../src/verify/broker/broker-options.js';
import { fetchBrokerPacts } from '../../../src/verify/broker/fetch-broker-pacts.js';
import { publishResults } from '../../../src/verify/broker/publish-results.js';
import { loadPacts } from '../../../src/pact/reading/load-pacts.js';
import type { PactFile } from '../../../src/pact/pact-file.js';
import type { InteractionFailure, VerificationReport } from '../../../src/verify/report/verification-report.js';
import { fakeBroker, pactOf, PROVIDER, type FakeBroker } from './fake-broker.js';

const RESULTS = /verification-results$/;
const publish = { providerVersion: '1.2.3+ab', buildUrl: 'https://ci.example/builds/7' };

const interaction = (description: string) => ({
  description,
  request: { method: 'GET', path: '/api/v1/institutions/me/users' },
  response: { status: 200 },
});

/**
 * Fetches, and publishes what a verification would say in which the interactions of those descriptions fail.
 * @returns the notices and the problem of the report
 */
async function publication(
  broker: FakeBroker,
  failing: Readonly<Record<string, readonly InteractionFailure[]>> = {},
  options: Partial<BrokerOptions> = {},
): Promise<{ readonly notices: readonly string[]; readonly problem: string | undefined }> {
  const access = { url: broker.url, publish, ...options };
  const { pacts } = await loadPacts({ given: [], fetched: await fetchBrokerPacts(access, PROVIDER) });
  const { notices, incomplete, verdict } = await publishResults(reportOn(pacts, failing), pacts, access);
  expect(verdict).toBe(incomplete === undefined ? 'passed' : 'incomplete');
  return { notices, problem: incomplete?.replace(/^the results were not published: /, '') };
}

async function published(...given: Parameters<typeof publication>): Promise<readonly string[]> {
  return (await publication(...given)).notices;
}

function reportOn(
  pacts: readonly PactFile[],
  failing: Readonly<Record<string, readonly InteractionFailure[]>> = {},
): VerificationReport {
  return {
    verdict: 'passed',
    proves: '',
    doesNotProve: '',
    emulator: { version: '9.9.9', contract: '1.0.0', revision: 'specification', variants: {} },
    pacts: pacts.map(({ source, consumer, provider, specification, interactions, broker }) => ({
      source,
      consumer,
      provider,
      specification,
      interactions: interactions.map(({ index, description, request: { method, path } }) => {
        const failures = failing[description] ?? [];
        const failed = broker?.pending === true ? 'pending' : 'failed';
        return {
          pointer: `/interactions/${index}`,
          description,
          states: [],
          outcome: failures.length === 0 ? 'passed' : failed,
          request: { method, path },
          expectedStatus: 200,
          failures,
          warnings: [],
          remedies: [],
          restsOn: [],
          seconds: 0.25,
          adaptations: [],
        };
      }),
    })),
    problems: [],
    notices: [],
    counts: { passed: 0, failed: 0, pending: 0 },
    guesses: [],
    coverage: { operations: [], scenarios: [], states: [], blindSpots: [] },
  };
}

test('a passed pact is published as a success of id-emulator', async () => {
  await using broker = await fakeBroker();
  const notices = await published(broker);
  expect(broker.bodiesTo(RESULTS)).toEqual([
    {
      success: true,
      providerApplicationVersion: '1.2.3+ab',
      buildUrl: 'https://ci.example/builds/7',
      verifiedBy: { implementation: 'id-emulator', version: '9.9.9' },
      testResults: [{ interactionId: 'id-0', interactionDescription: 'a list of users', success: true }],
    },
  ]);
  expect(notices).toEqual([
    expect.stringMatching(/^http:.*: published as passed for version 1\.2\.3\+ab of "identity service"$/),
  ]);
});

test('a pact with a failed interaction is published as a failure with the reason', async () => {
  await using broker = await fakeBroker({
    pacts: { a: { pact: pactOf('a', ['fine', 'wrong', 'stateless'].map(interaction)) } },
  });
  const notices = await published(broker, {
    wrong: [
      { kind: 'answer', message: 'expected 200 but was 404', where: 'status' },
      { kind: 'contract', message: 'no such member', where: 'response body at /nickname' },
    ],
    stateless: [{ kind: 'state', message: 'unknown provider state' }],
  });
  expect(broker.bodiesTo(RESULTS)).toMatchObject([
    {
      success: false,
      testResults: [
        { interactionId: 'id-0', success: true },
        {
          interactionId: 'id-1',
          success: false,
          mismatches: [
            { attribute: 'answer', identifier: 'status', description: 'expected 200 but was 404' },
            { attribute: 'contract', identifier: 'response body at /nickname', description: 'no such member' },
          ],
        },
        { interactionId: 'id-2', success: false, exceptions: [{ message: 'unknown provider state' }] },
      ],
    },
  ]);
  expect(notices[0]).toContain('published as failed');
});

test('a pact is not published as a success or a failure if a part was not run, and without that part if another failed', async () => {
  await using broker = await fakeBroker({
    pacts: {
      a: { pact: pactOf('a', ['fine', 'late'].map(interaction)) },
      b: { pact: pactOf('b', ['wrong', 'late'].map(interaction)) },
    },
  });
  const access = { url: broker.url, publish };
  const { pacts } = await loadPacts({ given: [], fetched: await fetchBrokerPacts(access, PROVIDER) });
  const whole = reportOn(pacts, { wrong: [{ kind: 'answer', message: 'no' }] });
  const report: VerificationReport = {
    ...whole,
    pacts: whole.pacts.map(({ interactions, ...others }) => ({
      ...others,
      interactions: interactions.map((one) => (one.description === 'late' ? { ...one, outcome: 'not run' } : one)),
    })),
  };
  const { notices } = await publishResults(report, pacts, access);
  const [first, second] = notices;
  expect(first).toMatch(/: no result was published, because an interaction was not run$/);
  expect(second).toContain('published as failed');
  expect(broker.bodiesTo(RESULTS)).toMatchObject([{ success: false, testResults: [{ interactionId: 'id-0' }] }]);
});

test('a pending pact that fails is published as a failure', async () => {
  await using broker = await fakeBroker({ pacts: { a: { pact: pactOf('a', [interaction('new')]), pending: true } } });
  await published(broker, { new: [{ kind: 'answer', message: 'expected 200 but was 404', where: 'status' }] });
  expect(broker.bodiesTo(RESULTS)).toMatchObject([{ success: false }]);
});

test('interactions between messages keep their IDs', async () => {
  const message = { type: 'Asynchronous/Messages', description: 'an event', contents: {} };
  const http = { ...interaction('wrong'), type: 'Synchronous/HTTP' };
  await using broker = await fakeBroker({ pacts: { a: { pact: pactOf('a', [message, http]) } } });
  await published(broker, { wrong: [{ kind: 'answer', message: 'no' }] });
  expect(broker.bodiesTo(RESULTS)).toMatchObject([{ success: false, testResults: [{ interactionId: 'id-1' }] }]);
});

test('a pact with messages is not published as a success', async () => {
  const pact = { ...pactOf('a'), messages: [{ description: 'an event' }] };
  await using broker = await fakeBroker({ pacts: { a: { pact } } });
  expect(await published(broker)).toEqual([
    expect.stringMatching(/: no result was published, because a message interaction was skipped$/),
  ]);
  expect(broker.bodiesTo(RESULTS)).toEqual([]);
});

test('a pact without interactions is not published as a success', async () => {
  await using broker = await fakeBroker({ pacts: { a: { pact: pactOf('a', []) } } });
  expect(await published(broker)).toEqual([
    expect.stringMatching(/: no result was published, because it has no interactions$/),
  ]);
  expect(broker.bodiesTo(RESULTS)).toEqual([]);
});

test('the version is added to its branch before results are published', async () => {
  await using broker = await fakeBroker();
  await published(broker, {}, { publish: { providerVersion: '1.2.3+ab', branch: 'feat/links' } });
  expect(broker.requests.slice(-2)).toMatchObject([
    { method: 'PUT', path: '/pacticipants/identity%20service/branches/feat%2Flinks/versions/1.2.3%2Bab', body: {} },
    {
      method: 'POST',
      path: expect.stringMatching(RESULTS) as string,
      body: expect.not.objectContaining({ buildUrl: expect.anything() as unknown }) as object,
    },
  ]);
});

test('the version gets its tags before results are published', async () => {
  await using broker = await fakeBroker();
  await published(broker, {}, { publish: { providerVersion: '1.2.3+ab', tags: ['main', 'a/b'] } });
  expect(broker.requests.slice(-3).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /pacticipants/identity%20service/versions/1.2.3%2Bab/tags/main',
    'PUT /pacticipants/identity%20service/versions/1.2.3%2Bab/tags/a%2Fb',
    expect.stringMatching(/^POST .*verification-results$/),
  ]);
});

test('a broker without branches is reported, and no result is published', async () => {
  await using broker = await fakeBroker({ lacking: ['pb:pacticipant-branch-version'] });
  const { problem } = await publication(broker, {}, { publish: { providerVersion: '1', branch: 'main' } });
  expect(problem).toBe(
    `the broker at ${broker.url} has no link "pb:pacticipant-branch-version"; use a Pact broker of version 2.86 or newer`,
  );
  expect(broker.bodiesTo(RESULTS)).toEqual([]);
});

test('if the broker refuses a result, the other results are published', async () => {
  await using broker = await fakeBroker({
    pacts: { a: { pact: pactOf('a') }, b: { pact: pactOf('b') } },
    onResult: (consumer) =>
      consumer === 'a' ? { status: 403, body: { error: 'You may only read.' } } : { status: 201, body: {} },
  });
  const { notices, problem } = await publication(broker);
  expect(notices).toEqual([expect.stringMatching(/consumer\/b.*: published as passed for version/)]);
  expect(problem).toMatch(
    /^1 of 2 results could not be published: http:\S+: the broker at http:\S+ responds with 403 to the request that publishes a result: You may only read; add a --broker-token/,
  );
  expect(broker.bodiesTo(RESULTS)).toHaveLength(2);
});

test("the report contains the broker's reason for refusing a blank version", async () => {
  await using broker = await fakeBroker();
  const { problem } = await publication(broker, {}, { publish: { providerVersion: ' ' } });
  expect(problem).toContain('{"providerApplicationVersion":["can\'t be blank"]}');
});

test('a pact without a link for its result is reported', async () => {
  await using broker = await fakeBroker({ pacts: { a: { pact: pactOf('a'), takesResults: false } } });
  expect((await publication(broker)).problem).toMatch(
    /1 of 1 results could not be published: .* has no link to publish the result at$/,
  );
});

test('pacts that are not from the broker are ignored', async () => {
  await using broker = await fakeBroker();
  const { notices } = await publishResults(reportOn([]), [], { url: broker.url, publish });
  expect(notices).toEqual(['nothing was published: no pact came from the broker']);
  expect(broker.requests).toEqual([]);
});

test('nothing is published without the option "publish"', async () => {
  await using broker = await fakeBroker();
  const { pacts } = await loadPacts({ given: [], fetched: await fetchBrokerPacts({ url: broker.url }, PROVIDER) });
  const report = reportOn(pacts);
  expect(await publishResults(report, pacts, { url: broker.url })).toBe(report);
  expect(broker.bodiesTo(RESULTS)).toEqual([]);
});
