/** Recordings of a service prove what they hold, and nothing else. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SPECIFICATION } from '../../src/contract/contract.js';
import type { Verdict } from '../../src/emulator/judge/rule.js';
import { contractOf } from '../../src/start/shipped.js';
import { judgedTraffic } from '../../src/traffic/judged-traffic.js';
import { judgeService, type ServiceVerdicts } from '../../src/traffic/service-verdicts.js';
import { outcomeOf } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { type Call, SERVICE, serviceHar } from './service-har.js';

async function judged(files: readonly string[], isOneClient = false): Promise<ServiceVerdicts> {
  const named = files.map((text, at) => [`${at}.har`, text] as const);
  await using folder = await temporaryFolder(Object.fromEntries(named));
  const paths = named.map(([name]) => join(folder.path, name));
  const address = { contract: contractOf(SPECIFICATION), services: [SERVICE], tokenUrls: [] };
  const { service } = await judgedTraffic(paths, address);
  return judgeService(service!.read(), isOneClient);
}

async function verdictOn(rule: string, text: string, isOneClient = false): Promise<Verdict> {
  const { verdicts } = await judged([text], isOneClient);
  return verdicts.find((verdict) => verdict.rule === rule)!;
}

const TOLD = { status: 429, headers: { 'Retry-After': '5' } };
const REQUEST = '/institutions/me/credentials/request';
const ELSEWHERE: Call = { at: 0, path: '/institutions/me/human-scores', connection: '7' };

/** Too early on the same connection, beside another connection. */
function tooEarly(members: Partial<Call> = {}, second: Partial<Call> = {}): Call[] {
  return [
    ELSEWHERE,
    { at: 100, connection: '8', ...TOLD, ...members },
    { at: 1_100, connection: '8', ...members, ...second },
  ];
}

test.each<[string, Call[], Verdict['verdict']]>([
  ['the connection of HTTP/1.1', tooEarly(), 'fail'],
  ['connections that are numbers', tooEarly({ connection: 8 }), 'fail'],
  ['no connection', tooEarly({ connection: '' }), 'suspected'],
  ['HTTP/2', tooEarly({ httpVersion: 'h2' }), 'suspected'],
  ['one connection only', tooEarly({ connection: '7' }), 'suspected'],
  ['the port of the service', tooEarly({ connection: '443' }), 'suspected'],
  ['connections that overlap', [...tooEarly(), { ...ELSEWHERE, at: 1_110 }, { ...ELSEWHERE, at: 1_120 }], 'suspected'],
  ['a wait as told', tooEarly({}, { at: 5_200 }), 'pass'],
])('with %s, the recording says of Retry-After what it proves', async (_, calls, verdict) => {
  expect((await verdictOn('wait-as-told', serviceHar(calls))).verdict).toBe(verdict);
});

test('a date in Retry-After counts from the date of its response', async () => {
  const headers = { 'Retry-After': 'Sun, 29 Nov 2026 11:00:05 GMT', Date: 'Sun, 29 Nov 2026 11:00:00 GMT' };
  const at = async (moment: number): Promise<string> =>
    (await verdictOn('wait-as-told', serviceHar(tooEarly({ headers }, { at: moment, headers: {} })))).verdict;

  expect(await at(1_100)).toBe('fail');
  expect(await at(4_300)).toBe('pass');
});

test('times in whole seconds give no verdict on pauses', async () => {
  const calls = tooEarly();

  const verdict = await verdictOn(
    'wait-as-told',
    serviceHar(
      calls.map((call) => ({ ...call, at: call.at * 10 })),
      0,
    ),
  );

  expect(verdict).toMatchObject({
    verdict: 'not-seen',
    explanation: expect.stringContaining('whole seconds') as string,
  });
});

test.each([
  ['is removed', undefined],
  ['is redacted', '***'],
])('if Authorization %s, rules about tokens are not seen, and the file is one client', async (_, token) => {
  const text = serviceHar([
    { at: 0, token },
    { at: 100, token, status: 401 },
    { at: 200, token, ...TOLD },
    { at: 1_200, token },
  ]);

  const { verdicts, toProve } = await judged([text]);
  const about = Object.fromEntries(verdicts.map(({ rule, verdict }) => [rule, verdict]));
  expect(about).toMatchObject({
    'token-with-every-call': 'not-seen',
    'drop-refused-token': 'not-seen',
    'wait-as-told': 'suspected',
  });
  expect(toProve).toMatch(/--one-client.*the header Authorization/);
  expect((await verdictOn('wait-as-told', text, true)).verdict).toBe('fail');
});

test('a token from before the recording of the proxy says nothing, and the other tokens are judged', async () => {
  const before: Call = { at: 0, token: '~other-secret~' };
  const check: Call = { at: 50, path: '/verification/check/abc' };

  const { verdicts } = await judged([serviceHar([before, check])]);

  expect(verdicts.find(({ rule }) => rule === 'no-token-in-public')?.verdict).toBe('fail');
  const alone = await verdictOn('token-with-every-call', serviceHar([before]));
  expect(alone).toMatchObject({ verdict: 'not-seen', explanation: expect.stringContaining('before') as string });
});

test('a repetition within a second is not called followed if times are whole seconds', async () => {
  const request = { method: 'POST', path: REQUEST, sent: { partyId: 'a' }, status: 204, took: 30 };
  const calls: Call[] = [1_000, 2_000].map((at) => ({ at, ...request }));

  const verdict = await verdictOn('repeat-no-post', serviceHar(calls, 0), true);

  expect(verdict).toMatchObject({ verdict: 'not-seen', explanation: expect.stringContaining('order') as string });
});

test.each([401, 403])('a %i alone without Authorization proves nothing of tokens', async (status) => {
  const call: Call = { at: 0, token: undefined, status };

  const verdict = await verdictOn('token-with-every-call', serviceHar([call]));

  expect(verdict).toMatchObject({ verdict: 'not-seen', explanation: expect.stringContaining('exporter') as string });
  const beside = await verdictOn('token-with-every-call', serviceHar([call, { at: 50 }]));
  expect(beside.verdict).toBe('fail');
});

/** Two token requests, the second 40 minutes after the first, and a call after each. */
function twoLogins(connection: string): Call[] {
  return [0, 2_400_010].flatMap((at, nth): Call[] => {
    const token = `token-${nth}`;
    const got = { access_token: token, expires_in: 3_600 };
    const login: Call = { at, method: 'POST', path: 'https://api.acme.test/oauth/token', token: undefined, got };
    return [
      { ...login, connection: `${nth}` },
      { at: at + 100, token, connection: connection || `${nth}` },
    ];
  });
}

test.each<[string, Call[], Verdict['verdict']]>([
  ['on connections of its own may be a second process', twoLogins(''), 'suspected'],
  ['beside a connection that stays open is of one process', [ELSEWHERE, ...twoLogins('7')], 'fail'],
])('with --one-client, a second token request %s', async (_, calls, verdict) => {
  expect((await verdictOn('reuse-token', serviceHar(calls), true)).verdict).toBe(verdict);
});

test('rules that need bodies of responses say that the recording has none', async () => {
  const { log } = JSON.parse(serviceHar([...twoLogins(''), ...tooEarly()])) as {
    log: { entries: { response: { content: { text?: string } } }[] };
  };
  for (const { response } of log.entries) delete response.content.text;

  const { verdicts } = await judged([JSON.stringify({ log })]);

  const silent = verdicts.filter(({ explanation }) => explanation === 'The recording has no bodies of responses.');
  expect(silent.map(({ rule }) => rule)).toEqual(['reuse-token', 'accept-forbidden', 'poll-slowly', 'gapless-paging']);
});

test('a preflight of a browser is no call of the client', async () => {
  const preflight = { name: 'Access-Control-Request-Method', value: 'GET' };
  const har = JSON.parse(serviceHar([{ at: 0, method: 'OPTIONS' }, { at: 50 }])) as {
    log: { entries: { request: { headers: object[] } }[] };
  };
  har.log.entries[0]!.request.headers.push(preflight);

  expect(await verdictOn('known-endpoints', JSON.stringify(har))).toMatchObject({ verdict: 'pass', count: 1 });
});

test.each([
  ['/institutions/me/users', 404, 'fail'],
  ['/api/institutions/me/users', 404, 'fail'],
  ['/api/v2/institutions/me/users', 401, 'fail'],
  ['/api/v2/institutions/me/users', 200, 'pass'],
  ['/favicon.ico', 404, 'pass'],
])(
  'the path %s of the host of the service, answered with %i: known-endpoints is a %s',
  async (path, status, verdict) => {
    const calls: Call[] = [
      { at: 0, path: new URL(path, SERVICE).href, status },
      { at: 50, path: '/institutions/me/credentials' },
    ];

    expect((await verdictOn('known-endpoints', serviceHar(calls))).verdict).toBe(verdict);
  },
);

test('a request that was aborted may have arrived', async () => {
  const request = { method: 'POST', path: REQUEST, sent: { partyId: 'a' } };
  const calls: Call[] = [
    { at: 0, ...request, status: 0 },
    { at: 900, ...request, status: 204 },
  ];

  expect((await verdictOn('repeat-no-post', serviceHar(calls))).verdict).toBe('suspected');
});

test('no value of the traffic is printed, and a broken rule fails', async () => {
  const values = ['ivan', 'petrov', 'geheim', 'pass-4711'];
  const [one, two, three, four] = values;
  const calls: Call[] = [
    { at: 0, path: `/institutions/me/users?search=${one}&${two}=1`, token: three! },
    { at: 99, path: `/institutions/${one}/users/${four}`, status: 404, got: { message: two } },
    { at: 200, path: `/institutions/me/credentials/${four}`, status: 401, token: `${one} ${two}` },
    { at: 300, method: two!.toUpperCase(), status: 404 },
    { at: 400, method: 'POST', path: REQUEST, sent: {}, as: `application/${three}`, status: 415 },
  ];
  await using folder = await temporaryFolder({ 'a.har': serviceHar(calls), 'b.har': serviceHar([ELSEWHERE]) });
  const files = ['a.har', 'b.har'].map((name) => join(folder.path, name));

  const { code, stdout, stderr } = await outcomeOf(['judge', ...files, '--service', SERVICE]);

  expect(stderr).toMatch(/the client breaks 3 rules: token-with-every-call, right-media-type, known-endpoints/);
  const printed = (stdout + stderr).toLowerCase();
  expect({ code, shown: values.filter((value) => printed.includes(value)) }).toEqual({ code: 1, shown: [] });
  expect(stdout).toContain('The contract has no {method} /api/v1/institutions/me/users.');
  expect(stdout).toContain('Sent a body as another media type instead of application/json.');
  expect(stdout).toContain('GET /api/v1/institutions/{1}/users/{2} 404, 10:00:00.219, entry 2 of file 1');
  expect(stdout).toContain('from 6 exchanges of the service');
});

test('token requests to another host are counted, with the flag that reads them', async () => {
  const form = { sent: 'grant_type=client_credentials', as: 'application/x-www-form-urlencoded' };
  const request: Call = { at: 0, method: 'POST', path: 'https://auth.acme.test/token', ...form };
  await using folder = await temporaryFolder({ 'a.har': serviceHar([request, { at: 50 }]) });

  const { stdout } = await outcomeOf(['judge', join(folder.path, 'a.har'), '--service', SERVICE]);

  expect(stdout).toContain(
    'from 1 exchange of the service; not read, or not whole: 1 to other hosts or paths; 1 token request to https://auth.acme.test: add --token-url, with the whole address\n',
  );
});

test('times in whole seconds say nothing of durations and pauses', async () => {
  const calls: Call[] = [
    { at: 0, took: 80, ...TOLD },
    { at: 5_000, took: 80 },
  ];
  await using folder = await temporaryFolder({ 'a.har': serviceHar(calls, 0) });

  const { stdout } = await outcomeOf(['judge', join(folder.path, 'a.har'), '--service', SERVICE, '--situations']);

  expect(stdout).toContain('1x  429 with seconds at getUsers [throttled]: 1 sent again; first exchange: #1\n');
  expect(stdout).not.toContain('slow response');
  expect(stdout).toMatch(/; not judged: .*wait-as-told.*\(The times of the recording are whole seconds/);
});

test.each([
  [
    1,
    ['--service', 'https://other.test'],
    /no request of a client to an emulator or to the service; .*1 to other hosts/,
  ],
  [1, [], /no request of a client to an emulator; --service names that of a service/],
  [2, ['--one-client'], /--one-client is about the traffic of a service; name it with --service/],
  [2, ['--service', 'acme'], /--service: expected an address/],
  [2, ['--service', SERVICE, '--url', 'http://127.0.0.1:1'], /--url is about a running emulator/],
])('with exit code %i, %j is refused for traffic of the service', async (code, flags, message) => {
  await using folder = await temporaryFolder({ 'a.har': serviceHar([{ at: 0 }]) });

  const outcome = await outcomeOf(['judge', join(folder.path, 'a.har'), ...flags]);

  expect(outcome).toMatchObject({ code, stderr: expect.stringMatching(message) as string });
});
