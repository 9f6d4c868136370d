/**
 * The flags and variables of `id-emulator verify` about a Pact broker. A filter leaves no interaction, so that no verifier
 * is started.
 */

import { expect, test } from 'vitest';
import { fakeBroker, pactOf, PROVIDER } from '../verify/broker/fake-broker.js';
import { brokerIn } from '../../src/cli/verify/verify-flags.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

const NOTHING = ['--description', '^no interaction$', '--allow-empty'];
const LIST = /for-verification$/;
const BASIC = `Basic ${Buffer.from('me:secret').toString('base64')}`;

test('the variables of Pact name the broker and the credentials', async () => {
  await using token = await fakeBroker({ authorization: 'Bearer sesame' });
  await using basic = await fakeBroker({ authorization: BASIC });
  const call = ['verify', '--provider', PROVIDER, ...NOTHING];
  const outcomes = await Promise.all([
    outcomeOf(call, { env: { PACT_BROKER_BASE_URL: token.url, PACT_BROKER_TOKEN: 'sesame' } }),
    outcomeOf(call, {
      env: { PACT_BROKER_BASE_URL: basic.url, PACT_BROKER_USERNAME: 'me', PACT_BROKER_PASSWORD: 'secret' },
    }),
  ]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  expect([token, basic].map((broker) => broker.bodiesTo(LIST).length)).toEqual([1, 1]);
});

test('pacts on the command line are verified without the broker of the environment', async () => {
  await using broker = await fakeBroker();
  await using folder = await temporaryFolder({ 'a.json': JSON.stringify(pactOf('a')) });
  const { code } = await outcomeOf(['verify', folder.path, ...NOTHING], { env: { PACT_BROKER_BASE_URL: broker.url } });
  expect(code).toBe(0);
  expect(broker.requests).toEqual([]);
});

test('--branch and --provider-tags select the pending pacts without --publish, too', async () => {
  await using broker = await fakeBroker();
  const { code } = await outcomeOf([
    ...['verify', '--broker-url', broker.url, '--provider', PROVIDER, ...NOTHING],
    ...['--branch', 'main', '--provider-tags', 'a,b', '--include-pending', '--include-wip-pacts-since', '2026-01-01'],
  ]);
  expect(code).toBe(0);
  expect(broker.bodiesTo(LIST)).toMatchObject([
    {
      includePendingStatus: true,
      includeWipPactsSince: '2026-01-01',
      providerVersionBranch: 'main',
      providerVersionTags: ['a', 'b'],
    },
  ]);
});

test('a pact URL at the host of the broker is fetched with the credentials of the broker', async () => {
  await using broker = await fakeBroker({ authorization: BASIC });
  await using other = await fakeBroker();
  const path = `/pacts/provider/${encodeURIComponent(PROVIDER)}/consumer/bank%20app/pact-version/0e3369199f40`;
  const { code } = await outcomeOf([
    ...['verify', broker.url + path, other.url + path, '--provider', PROVIDER, ...NOTHING],
    ...['--broker-url', broker.url, '--broker-username', 'me', '--broker-password', 'secret'],
  ]);
  expect(code).toBe(0);
  expect(other.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
});

test('a broker without pacts fails, unless --allow-empty is set', async () => {
  await using broker = await fakeBroker({ pacts: {} });
  const call = ['verify', '--broker-url', broker.url, '--provider', PROVIDER];
  const { code, stderr } = await outcomeOf(call);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^id-emulator: nothing was verified: [^\n]* has no pact for the provider "identity service"/);
  expect((await outcomeOf([...call, '--allow-empty'])).code).toBe(0);
});

test('a broker that refuses the login proves nothing, which the report says', async () => {
  await using broker = await fakeBroker({ authorization: 'Bearer sesame' });
  const { code, stdout, stderr } = await outcomeOf(['verify', '--broker-url', broker.url, '--provider', PROVIDER]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/\nProves: Nothing: no interaction passed\.\n/);
  expect(stderr).toMatch(/^id-emulator: nothing was verified: [^\n]*add a --broker-token[^\n]*\n$/);
});

test('the URL of a pact names the broker that gets the result', () => {
  const url = 'https://broker.example/at/a/path/pacts/provider/p/consumer/c/pact-version/0e33';
  expect(brokerIn({ publish: 'v3', brokerToken: 'sesame' }, {}, [url])).toEqual({
    url: 'https://broker.example/at/a/path',
    token: 'sesame',
    publish: { providerVersion: 'v3' },
  });
});
