/** A verification against a running emulator, which other people use, too. */

import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { textReport } from '../../../src/verify/report/text-report.js';
import { verifyPactsBy } from '../../../src/verify/verify-pacts.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { listening, type Listening } from '../../listening.js';
import { AUTHORIZED, pactV3, usersInteraction } from '../../pact/pact-documents.js';
import { statusVerifier } from '../corpus/status-verifier.js';

const MANY = Object.fromEntries(
  ['a', 'b', 'c'].map((name) => [
    `${name}.json`,
    pactV3(Array.from({ length: 6 }, (_, at) => usersInteraction(200, { description: `users, time ${at}` }))),
  ]),
);

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

test('only the sandboxes of running interactions are open', async () => {
  await using folder = await temporaryFolder(MANY);
  const report = await verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: emulator.url });
  expect(report.counts).toEqual({ passed: 18, failed: 0, pending: 0 });
  expect(emulator.sandboxes().map(({ id }) => id)).toEqual(['default']);
});

test('a failed interaction leaves a sandbox with its exchange in the inspector, and the reports link to it', async () => {
  const failing = ['users', 'others'].map((description) => usersInteraction(201, { description }));
  await using folder = await temporaryFolder({ 'a.json': pactV3([...failing, usersInteraction(200)]) });
  const report = await verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: emulator.url });
  const [pact] = report.pacts;
  const kept = emulator.sandboxes().filter(({ id }) => id !== 'default');
  expect(pact!.interactions.map(({ inspector }) => inspector)).toEqual([
    ...kept.map(({ id }) => `${emulator.url}/_emulator/#/${id}/exchanges`),
    undefined,
  ]);
  expect(kept.map((sandbox) => sandbox.show())).toMatchObject([
    { name: 'users', labels: { verification: 'failed' }, exchanges: 1 },
    { name: 'others', labels: { verification: 'failed' }, exchanges: 1 },
  ]);
  expect(textReport(report)).toContain(`inspector: ${emulator.url}/_emulator/#/${kept[0]!.id}/exchanges`);
});

test('variants and a scenario of the emulator change no verdict', async () => {
  await using other = await startEmulator({ variantSet: 'strict', strict: true, scenario: 'server-error' });
  await using folder = await temporaryFolder({ 'a.json': pactV3([usersInteraction(200)]) });

  const report = await verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: other.url });

  expect(report.counts).toEqual({ passed: 1, failed: 0, pending: 0 });
});

test('of the sandboxes that failed interactions leave, the last 20 stay', async () => {
  await using roomy = await startEmulator();
  const failing = Array.from({ length: 7 }, (_, at) => usersInteraction(201, { description: `users ${at}` }));
  await using folder = await temporaryFolder({ 'a.json': pactV3(failing) });
  for (let round = 0; round < 3; round++)
    await verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: roomy.url });
  const [, ...kept] = roomy.sandboxes();
  expect(kept).toHaveLength(20);
  expect(kept[0]!.name).toBe('users 1');
});

test('a verification that is interrupted removes its sandboxes', async () => {
  await using folder = await temporaryFolder(MANY);
  const interruption = new AbortController();
  const verification = verifyPactsBy(statusVerifier(), {
    pacts: [folder.path],
    target: emulator.url,
    signal: interruption.signal,
    onProgress: () => {
      interruption.abort();
    },
  });
  await expect(verification).rejects.toThrow('interrupted');
  expect(emulator.sandboxes().map(({ id }) => id)).toEqual(['default']);
});

test('interactions that an emulator leaves by ending are not run, and those before keep their results', async () => {
  // Values of provider states are requested last.
  const scores = '/api/v1/institutions/me/human-scores';
  const generators = { path: { type: 'ProviderState', expression: `${scores}/\${partyId}`, dataType: 'STRING' } };
  const last = {
    description: 'last',
    providerStates: [{ name: 'a party exists' }],
    request: { method: 'GET', path: `${scores}/party::1`, headers: AUTHORIZED, generators },
  };
  await using folder = await temporaryFolder({
    'a.json': pactV3([usersInteraction(200, { description: 'first' }), { ...last, response: { status: 200 } }]),
  });
  await using ending = await endingServer(emulator.url, scores);
  const report = await verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: ending.url });
  expect(report).toMatchObject({
    verdict: 'incomplete',
    incomplete: expect.stringContaining(`nothing answers at ${ending.url}`) as string,
    counts: { passed: 1, failed: 0, notRun: 1 },
  });
});

test('if the emulator ends before the first interaction, nothing was verified', async () => {
  await using folder = await temporaryFolder(MANY);
  await using ending = await endingServer(emulator.url, '/_emulator/sandboxes?');
  const verification = verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: ending.url });
  await expect(verification).rejects.toThrow(`nothing was verified: nothing answers at ${ending.url}`);
});

test.each(['/_emulator/sandboxes', '/clock', '/parties'])(
  'a server that answers {} at %s is no emulator, and proves nothing',
  async (target) => {
    const given = {
      ...usersInteraction(200),
      providerStates: [{ name: 'party p1 exists' }, { name: '1h has passed' }],
    };
    await using folder = await temporaryFolder({ 'a.json': pactV3([given]) });
    await using liar = await serverBefore(emulator.url, ({ url = '' }, res) => {
      if (url.includes(target)) res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      return url.includes(target);
    });
    const verification = verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: liar.url });
    await expect(verification).rejects.toThrow(`the server at ${liar.url} is not an emulator of this version`);
  },
);

/** A way to an emulator that is gone from the first request whose target begins like this. */
async function endingServer(url: string, target: string): ReturnType<typeof serverBefore> {
  return serverBefore(url, (req, _, server) => {
    if (!`${req.url!}?`.startsWith(target)) return false;
    server.close();
    server.closeAllConnections();
    return true;
  });
}

/** A way to an emulator. @param handle returns whether it has dealt with the request */
async function serverBefore(
  url: string,
  handle: (req: IncomingMessage, res: ServerResponse, server: Server) => boolean,
): Promise<Listening> {
  const server = createServer((req, res) => {
    if (handle(req, res, server)) return;
    const { method = 'GET', headers } = req;
    req.pipe(
      request(url + req.url!, { method, headers, agent: false }, (response) => {
        res.writeHead(response.statusCode!, response.rawHeaders);
        response.pipe(res);
      }),
    );
  });
  return await listening(server);
}

test('an option that does not exist is refused, with the nearest one', async () => {
  await expect(verifyPactsBy(statusVerifier(), { pacts: ['a'], strickt: true } as object)).rejects.toThrow(
    'there is no option "strickt"',
  );
});

test('a text in place of a list is refused, and a text in place of a number', async () => {
  const mistaken = { pacts: 'pacts', consumers: 'portal', timeout: '5' } as object;
  await expect(verifyPactsBy(statusVerifier(), mistaken)).rejects.toThrow(
    'option pacts: expected a list of texts, found "pacts"; option timeout: expected an integer from 1 to 2147483647, ' +
      'found "5"; option consumers: expected a list of texts, found "portal"',
  );
});
