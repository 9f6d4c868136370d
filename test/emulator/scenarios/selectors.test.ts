/** A selection has the same effect from each selector: the sandbox, the client ID, the header, or the party that a call concerns. */

import { expect, test } from 'vitest';
import { startInstitution, type Institution } from '../../institution.js';
import { responseTo, goodCalls, type GoodCall, type CallResponse } from './good-calls.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

/** A token request of a client; ID and secret in the form. */
function tokenCall(clientId: string): GoodCall {
  return {
    ...good.issueToken,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: 'demo-secret',
    }).toString(),
  };
}

/** The same with HTTP Basic; ID and secret are form-encoded first (RFC 6749 section 2.3.1). */
function basicTokenCall(clientId: string, encode: (text: string) => string = encodeURIComponent): GoodCall {
  const credentials = Buffer.from(`${encode(clientId)}:demo-secret`).toString('base64');
  return {
    ...good.issueToken,
    headers: { ...good.issueToken.headers, Authorization: `Basic ${credentials}` },
    body: 'grant_type=client_credentials',
  };
}

/** The call of a client, with its own token. */
async function asClient(
  call: GoodCall,
  token: GoodCall,
  served: Pick<Institution, 'emulator'> = institution,
): Promise<GoodCall> {
  const { status, json, text } = await responseTo(served, token);
  if (status !== 200) throw new Error(`no token: ${text}`);
  return {
    ...call,
    headers: { ...call.headers, Authorization: `Bearer ${(json as { access_token: string }).access_token}` },
  };
}

async function outcomes(
  calls: number,
  send: () => Promise<CallResponse>,
): Promise<[status: number, applied: string | null][]> {
  const seen: [number, string | null][] = [];
  for (let call = 0; call < calls; call++) {
    const { status, headers } = await send();
    seen.push([status, headers.get('emulator-scenario-applied')]);
  }
  return seen;
}

const BURST_OF_TWO = [
  [429, 'rate-limit-burst'],
  [429, 'rate-limit-burst'],
  [200, null],
];

test('the header selects a scenario', async () => {
  expect(await outcomes(3, () => responseTo(institution, good.getUsers, 'rate-limit-burst;burst=2'))).toEqual(
    BURST_OF_TWO,
  );
});

test('the sandbox selects a scenario', async () => {
  const selecting = await startInstitution({ scenario: 'rate-limit-burst;burst=2' });
  const { headers } = await asClient(good.getUsers, good.issueToken, selecting);
  const seen = await outcomes(3, () => responseTo(selecting, { ...good.getUsers, headers }));
  await selecting.close();
  expect(seen).toEqual(BURST_OF_TWO);
});

test('the suffix of a client ID selects a scenario', async () => {
  const call = await asClient(good.getUsers, tokenCall('demo-institution+rate-limit-burst;burst=2'));
  expect(await outcomes(3, () => responseTo(institution, call))).toEqual(BURST_OF_TWO);
});

test('the suffix of a client ID selects a scenario with HTTP Basic, too', async () => {
  const call = await asClient(
    good.getUsers,
    basicTokenCall('demo-institution+rate-limit-burst;burst=2;activation=basic'),
  );
  expect(await outcomes(3, () => responseTo(institution, call))).toEqual(BURST_OF_TWO);
});

// Most clients, curl among them, send ID and secret unencoded; then a plus sign is not a blank.
test('the suffix of a client ID selects a scenario with HTTP Basic that is not form-encoded', async () => {
  const call = await asClient(
    good.getUsers,
    basicTokenCall('demo-institution+rate-limit-burst;burst=2;activation=plain', String),
  );
  expect(await outcomes(3, () => responseTo(institution, call))).toEqual(BURST_OF_TWO);
});

test('a suffix may have several scenarios, which apply in order', async () => {
  const call = await asClient(
    good.getUsers,
    tokenCall('demo-institution+rate-limit-burst;burst=1+rough-start+flaky;share=1'),
  );
  expect(await outcomes(5, () => responseTo(institution, call))).toEqual([
    [429, 'rate-limit-burst'],
    [429, 'rough-start'],
    [429, 'rough-start'],
    [500, 'rough-start'],
    [500, 'flaky'],
  ]);
});

test('a suffix applies to the token request, too', async () => {
  const call = tokenCall('demo-institution+token-endpoint-throttled;burst=1');
  expect((await outcomes(2, () => responseTo(institution, call))).map(([status]) => status)).toEqual([429, 200]);
});

test('all tokens of a client with a suffix share one counter', async () => {
  const clientId = 'demo-institution+rate-limit-burst;burst=2;activation=renewed';
  const statuses = [];
  for (let call = 0; call < 3; call++)
    statuses.push((await responseTo(institution, await asClient(good.getUsers, tokenCall(clientId)))).status);
  expect(statuses).toEqual([429, 429, 200]);
});

test.each([
  ['in the form', () => tokenCall('demo-institution+rate-limit-bursd')],
  ['with HTTP Basic', () => basicTokenCall('demo-institution+rate-limit-bursd')],
])('an unknown scenario in a suffix %s is a problem that lists the valid ones', async (_, call) => {
  const answer = await responseTo(institution, call());
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect((answer.json as { detail: string }).detail).toMatch(
    /^There is no scenario "rate-limit-bursd"; did you mean "rate-limit-burst"\?$/,
  );
});

test('a suffix does not make a wrong secret valid', async () => {
  const call = tokenCall('demo-institution+token-expired');
  expect((await responseTo(institution, { ...call, body: call.body!.replace('demo-secret', 'wrong') })).status).toBe(
    401,
  );
});

test('the suffix of the client that generated a link applies to its public check', async () => {
  const generate = await asClient(good.generateVerificationLink, tokenCall('demo-institution+check-revoked'));
  const { token } = (await responseTo(institution, generate)).json as { token: string };
  const checked = await responseTo(institution, {
    ...good.checkVerificationStatus,
    path: `/api/v1/verification/check/${token}`,
  });
  expect(checked.json).toMatchObject({ status: 'revoked', isRevoked: true });
  expect((await responseTo(institution, good.checkVerificationStatus)).json).toMatchObject({ status: 'strong' });
});

test('all four are active together: the sandbox first, then the client, the header, the party', async () => {
  const selecting = await startInstitution({ scenario: 'rate-limit-burst;burst=1' });
  // The token request is the first call that its client's suffix counts.
  const { headers } = await asClient(good.getUsers, tokenCall('demo-institution+server-error;after=1'), selecting);
  const serge =
    '/api/v1/institutions/me/credentials/party::018c3de710a9e08dd348b84abe892150::12203aec98c4b00de7ae09e0108716dd4a33034101f4414e8ee726b9f1fcf66192bb';
  const seen = await outcomes(4, () =>
    responseTo(selecting, { ...good.getUsers, path: serge, headers }, 'service-unavailable'),
  );
  await selecting.close();
  expect(seen).toEqual([
    [429, 'rate-limit-burst'],
    [500, 'server-error'],
    [503, 'service-unavailable'],
    [500, 'flaky'],
  ]);
});

test('concurrent calls with different headers each get only their own selection', async () => {
  const selections: [selection: string | undefined, status: number][] = [
    [undefined, 200],
    ['token-expired', 401],
    ['institution-suspended', 403],
    ['flaky;share=1', 500],
    ['rate-limit-steady;requests=0', 429],
    ['latency;from="1ms";to="20ms"', 200],
  ];
  const calls = Array.from({ length: 240 }, (_, call) => selections[(call * 7) % selections.length]!);
  const answers = await Promise.all(calls.map(([selection]) => responseTo(institution, good.getUsers, selection)));
  const seen = answers.map(({ status, headers }) => [status, headers.get('emulator-scenario-applied')]);
  expect(seen).toEqual(calls.map(([selection, status]) => [status, selection?.split(';')[0] ?? null]));
});

test("clients with different suffixes, and one without, do not get each other's scenarios", async () => {
  const clients = await Promise.all(
    ['demo-institution+institution-suspended', 'demo-institution', 'demo-institution+rate-limit-steady;requests=0'].map(
      (clientId) => asClient(good.getUsers, tokenCall(clientId)),
    ),
  );
  const calls = Array.from({ length: 60 }, (_, call) => clients[call % 3]!);
  const statuses = await Promise.all(calls.map(async (call) => (await responseTo(institution, call)).status));
  expect(statuses).toEqual(calls.map((_, call) => [403, 200, 429][call % 3]));
});

test('two clients with the same suffix and different activation names have separate counters', async () => {
  const [one, other] = await Promise.all(
    ['one', 'other'].map((activation) =>
      asClient(good.getUsers, tokenCall(`demo-institution+rate-limit-burst;burst=1;activation=${activation}`)),
    ),
  );
  const statuses = [];
  for (const call of [one!, other!, one!, other!]) statuses.push((await responseTo(institution, call)).status);
  expect(statuses).toEqual([429, 429, 200, 200]);
});

test('the same selection in a header and in a suffix has separate counters', async () => {
  const selection = 'rate-limit-burst;burst=1;activation=both';
  const client = await asClient(good.getUsers, tokenCall(`demo-institution+${selection}`));
  const answers = [
    await responseTo(institution, good.getUsers, selection),
    await responseTo(institution, client),
    await responseTo(institution, client),
    await responseTo(institution, good.getUsers, selection),
  ];
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 200, 200]);
});

test('a selection of one emulator does not reach another', async () => {
  const selecting = await startInstitution({ scenario: 'institution-suspended' });
  const there = await asClient(good.getUsers, good.issueToken, selecting);
  const statuses = [(await responseTo(selecting, there)).status, (await responseTo(institution, good.getUsers)).status];
  await selecting.close();
  expect(statuses).toEqual([403, 200]);
});
