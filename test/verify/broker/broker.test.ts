/** Pacts of a broker: how they are fetched, and how their results are published. `broker.yaml` has the tests. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { BrokerOptions } from '../../../src/verify/broker/broker-options.js';
import { fetchBrokerPacts } from '../../../src/verify/broker/fetch-broker-pacts.js';
import { publishResults } from '../../../src/verify/broker/publish-results.js';
import { loadPacts } from '../../../src/pact/reading/load-pacts.js';
import type { PactFile } from '../../../src/pact/pact-file.js';
import type { InteractionFailure, VerificationReport } from '../../../src/verify/report/verification-report.js';
import { refuseOthers } from '../../filled-entries.js';
import { filled } from '../../written-values.js';
import { withGaps } from '../../with-gaps.js';
import { fakeBroker, pactOf, PROVIDER, type BrokersPact, type FakeBrokerOptions } from './fake-broker.js';

type Failing = Readonly<Record<string, readonly InteractionFailure[]>>;

/** In texts, `$url` is the address of the broker; in what is expected, `…` stands for any text in a line. */
interface Written {
  readonly broker?: Omit<FakeBrokerOptions, 'pacts'> & {
    /** By consumer; interactions by their descriptions. Default: one pact. */
    readonly pacts?: Readonly<Record<string, Omit<BrokersPact, 'pact'> & WrittenPact>>;
    /** Its responses to results, by consumer. */
    readonly results?: Readonly<Record<string, { readonly status: number; readonly body: object }>>;
  };
  readonly options?: Partial<BrokerOptions>;
  readonly provider?: string;
  /** The error of the fetch. */
  readonly refuses?: string;
  /** Some members of each fetched pact; and of the request for the list of them. */
  readonly fetches?: readonly object[];
  readonly asks?: object;
  /** The `Authorization` of all requests. */
  readonly authorizations?: readonly string[];
  /** The failures of interactions in what a verification would say; one with the name "late" was not run. */
  readonly failing?: Failing;
  /** Some members of each result that was sent; the notices and the problem of the report; the last requests. */
  readonly publishes?: readonly object[];
  readonly notices?: readonly string[];
  readonly problem?: string;
  readonly ends?: readonly string[];
  /** A text that is in no result. */
  readonly lacks?: string;
}

interface WrittenPact {
  readonly interactions?: readonly (string | object)[];
  readonly messages?: readonly object[];
}

const MEMBERS =
  'broker options provider refuses fetches asks authorizations failing publishes notices problem ends lacks';
const RESULTS = /verification-results$/;
const publish = { providerVersion: '1.2.3+ab', buildUrl: 'https://ci.example/builds/7' };

const interaction = (description: string): object => ({
  description,
  request: { method: 'GET', path: '/api/v1/institutions/me/users' },
  response: { status: 200 },
});

function brokersPact(consumer: string, { interactions, messages, ...others }: WrittenPact): BrokersPact {
  const written = interactions?.map((one) =>
    typeof one === 'string' ? interaction(one) : { ...interaction(''), ...one },
  );
  return { ...others, pact: { ...pactOf(consumer, written), ...(messages && { messages }) } };
}

const DOCUMENT = readFileSync(new URL('broker.yaml', import.meta.url), 'utf8');

test.each(Object.entries(parse(DOCUMENT) as Readonly<Record<string, Written>>))('%s', async (title, written) => {
  refuseOthers(title, written, MEMBERS);
  const { pacts, results = {}, ...others } = written.broker ?? {};
  await using broker = await fakeBroker({
    ...others,
    onResult: (consumer) => results[consumer] ?? { status: 201, body: {} },
    ...(pacts && {
      pacts: Object.fromEntries(Object.entries(pacts).map(([name, pact]) => [name, brokersPact(name, pact)])),
    }),
  });
  const values = { url: broker.url, host: new URL(broker.url).host };
  const expected = filled({ ...written, broker: {} }, values) as Written;
  const isPublishing = ['publishes', 'problem', 'notices'].some((member) => member in written);
  const options = { url: broker.url, ...(isPublishing && { publish }), ...expected.options };
  const fetching = fetchBrokerPacts(options, expected.provider === '' ? undefined : (expected.provider ?? PROVIDER));
  if (expected.refuses !== undefined) {
    await expect(fetching).rejects.toMatchObject({ message: withGaps(expected.refuses) });
    return;
  }

  const fetched = await fetching;
  if (expected.fetches !== undefined) expect(fetched).toMatchObject(withGaps(expected.fetches) as object[]);
  if (expected.asks !== undefined) expect(broker.bodiesTo(/for-verification$/)).toMatchObject([expected.asks]);
  if (expected.authorizations !== undefined)
    expect(broker.requests.map(({ authorization }) => authorization)).toEqual(expected.authorizations);
  if (!isPublishing) return;

  const { pacts: loaded, problems } = await loadPacts({ given: [], fetched });
  expect(problems).toEqual([]);
  const { notices, incomplete, verdict } = await publishResults(reportOn(loaded, expected.failing), loaded, options);
  expect(verdict).toBe(expected.problem === undefined ? 'passed' : 'incomplete');
  if (expected.problem !== undefined)
    expect(incomplete).toEqual(withGaps(`the results were not published: ${expected.problem}`));
  if (expected.notices !== undefined) expect(notices).toEqual(withGaps(expected.notices));
  if (expected.publishes !== undefined) expect(broker.bodiesTo(RESULTS)).toMatchObject(expected.publishes);
  if (expected.lacks !== undefined) expect(JSON.stringify(broker.bodiesTo(RESULTS))).not.toContain(expected.lacks);
  const ends = broker.requests.slice(-(expected.ends?.length ?? 1)).map(({ method, path }) => `${method} ${path}`);
  if (expected.ends !== undefined) expect(ends).toEqual(withGaps(expected.ends));
});

function reportOn(pacts: readonly PactFile[], failing: Failing = {}): VerificationReport {
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
        const passed = description === 'late' ? 'not run' : 'passed';
        const failed = broker?.pending === true ? 'pending' : 'failed';
        return {
          pointer: `/interactions/${index}`,
          description,
          states: [],
          outcome: failures.length === 0 ? passed : failed,
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
