/** Every method and every error of the library, in JavaScript that Node.js 16 runs; `sdk` is the library as it was loaded. */

import assert from 'node:assert/strict';
import { createServer } from 'node:net';

export async function exercise(sdk, { clientId, clientSecret, baseUrl, tokenUrl, partyId, email, contractId }) {
  const connect = (scenario = '') =>
    sdk.idSdk.connect({
      clientId: clientId + scenario,
      clientSecret,
      network: 'devnet',
      baseUrl,
      tokenUrl,
      maxRetryDelay: 50,
    });
  const connection = await connect();

  assert.equal((await connection.getUsers()).items.length, 10);
  assert.equal((await connection.getHumanScores({ partyIds: [partyId] })).items[0].partyId, partyId);
  assert.equal((await connection.getHumanScoreByPartyId(partyId)).partyId, partyId);
  assert.equal((await connection.getCredentials({ limit: 3 })).items.length, 3);
  assert.ok(
    (await connection.getCredentialByPartyId(partyId)).some((credential) => credential.contractId === contractId),
  );
  assert.equal((await connection.resolveCredentials({ q: email })).credentials[0].partyId, partyId);
  assert.equal((await connection.resolve(email)).credentials[0].partyId, partyId);
  assert.equal((await connection.reverseResolve(partyId)).credentials[0].email, email);
  assert.equal(await connection.createCredentialsRequest({ partyId, providers: ['REDDIT'] }), undefined);
  const { token } = await connection.generateVerificationLink({ contractId });
  assert.equal((await connection.generateVerificationLinksBatch({ requests: [{ contractId }] })).results.length, 1);
  assert.equal((await connection.checkVerificationStatus(token)).contractId, contractId);

  const users = await all(connection.iterateUsers());
  const scores = await all(connection.iterateHumanScores());
  const credentials = await all(connection.iterateCredentials());
  assert.ok(users.length > 200 && scores.length > 100 && credentials.length > 200);
  const contractIds = credentials.map((credential) => credential.contractId);
  const links = await connection.generateVerificationLinks(contractIds);
  assert.deepEqual(
    links.map((link) => link.contractId),
    contractIds,
  );

  // 204 after a renewed token, bursts, cut bodies and resets.
  await (await connect('+token-revoked')).createCredentialsRequest({ partyId, providers: ['REDDIT'] });
  for (const scenario of [
    'rate-limit-burst;burst=1;retry-after=0',
    'body-cut;after=1',
    'chunks-broken;after=1',
    'connection-reset;after=1',
    'connection-closed;after=1',
    'bad-gateway;after=1',
    'non-ascii',
    'drip;bytes=1000;every="1ms"',
  ]) {
    assert.ok((await (await connect(`+${scenario}`)).getUsers()).items.length > 0, scenario);
  }

  const { APIError, ConnectionError, InvalidArgumentError, RateLimitError, TimeoutError, UnauthorizedError } = sdk;
  const fails = async (promise, kind, expected = {}) => {
    const failure = await promise.then(
      () => assert.fail(`no ${kind.name}`),
      (error) => error,
    );
    assert.ok(failure instanceof kind, `${kind.name}, not ${failure}`);
    for (const [name, value] of Object.entries(expected)) assert.equal(failure[name], value);
    return failure;
  };
  await fails(sdk.idSdk.connect({}), InvalidArgumentError);
  await fails(connection.resolve(' '), InvalidArgumentError);
  await fails(connection.getUsers({ limit: 0 }), APIError, { status: 400, code: 'invalid_request' });
  await fails((await connect('+client-refused')).getUsers(), UnauthorizedError, { status: 401 });
  await fails((await connect('+institution-suspended')).getUsers(), UnauthorizedError, { status: 403 });
  await fails((await connect('+rate-limit-burst;burst=9;retry-after=60')).getUsers(), RateLimitError, {
    retryAfter: 60,
  });
  await fails((await connect('+no-answer;after=1;times=9')).getUsers({}, { timeout: 300 }), TimeoutError);
  const reset = await fails((await connect('+connection-reset;after=1;times=9')).getUsers(), ConnectionError, {
    status: 0,
    mayHaveArrived: true,
  });
  assert.ok(reset.cause instanceof Error);
  const cut = await fails((await connect('+body-cut;after=1;times=9')).getUsers(), APIError, { status: 200 });
  assert.ok(cut.message.includes('{"items":['), cut.message);
  const refused = await sdk.idSdk.connect({
    clientId,
    clientSecret,
    baseUrl: await closedAddress(),
    tokenUrl,
    retries: 0,
  });
  await fails(refused.generateVerificationLink({ contractId }), ConnectionError, { mayHaveArrived: false });

  // One signal for many calls at once: no warning of a leak.
  process.on('warning', (warning) => assert.fail(warning));
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 30 }, () => connection.getUsers({}, { signal })));

  const controller = new AbortController();
  const aborted = (await connect('+no-answer;after=1')).getUsers({}, { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  assert.equal((await aborted.then(assert.fail, (error) => error)).name, 'AbortError');
}

/** Where nobody listens any more. */
async function closedAddress() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function all(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}
