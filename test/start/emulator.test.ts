import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createEmulatorApp, OptionsError, startEmulator } from '../../src/index.js';
import { cast } from '../cast.js';
import { startInstitution, tokenOf } from '../institution.js';

test('a started emulator returns its addresses and credentials', async () => {
  await using emulator = await startEmulator({ port: 0 });
  expect(emulator).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    apiUrl: `${emulator.url}/api/v1`,
    tokenUrl: `${emulator.url}/oauth/token`,
    clientId: 'demo-institution',
    clientSecret: 'demo-secret',
    network: 'devnet',
  });
});

test('health returns version, contract, seed, population and uptime', async () => {
  await using emulator = await startEmulator({ seed: 7, population: 12, network: 'mainnet' });
  const answer = await request(emulator.url).get('/_emulator/health');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: 'ok',
    name: 'id-emulator',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    network: 'mainnet',
    seed: 7,
    population: 12,
    fixture: 'default',
    contract: { version: '1.0.0', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    uptime: expect.any(Number) as number,
    sandboxes: 1,
    refusedConnections: {},
  });
});

test('the contract is served with the address of this emulator', async () => {
  await using emulator = await startEmulator();
  const document = (await request(emulator.url).get('/_emulator/openapi.json')).body as {
    openapi: string;
    servers: { url: string }[];
    components: object;
  };
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.servers[0]!.url).toBe(emulator.url);
  expect(document.components).toHaveProperty(
    'securitySchemes.bearerToken.flows.clientCredentials.tokenUrl',
    `${emulator.url}/oauth/token`,
  );
});

test('an unknown path of the control plane is a problem', async () => {
  await using emulator = await startEmulator();
  const answer = await request(emulator.url).get('/_emulator/nonsense');
  expect(answer.status).toBe(404);
  expect(answer.type).toBe('application/problem+json');
});

test('several emulators in one process share no state', async () => {
  const [one, other] = await Promise.all([startInstitution(), startInstitution()]);
  const { partyId } = cast('Ben');
  await one.post('/institutions/me/credentials/request', { partyId, providers: ['REDDIT'] });
  const pending = async ({ get }: typeof one) =>
    ((await get('/institutions/me/users?reqStatus=PENDING&search=ben.brook')).body as { totalCount: number })
      .totalCount;
  expect([await pending(one), await pending(other)]).toEqual([1, 0]);
  await Promise.all([one.close(), other.close()]);
});

test('requests in flight complete when the emulator closes', async () => {
  const { emulator, token } = await startInstitution();
  const { port } = new URL(emulator.url);
  const body = JSON.stringify({ contractId: cast('Ben').credentials[0]!.contractId });
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    'POST /api/v1/verification/generate-link HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`, resolve));
  const answer = new Promise<string>((resolve) =>
    socket.once('data', (data: Buffer) => {
      resolve(data.toString());
    }),
  );
  // The request has begun to arrive before the emulator closes.
  await request(emulator.url).get('/_emulator/health');
  const closed = emulator.close();
  socket.write(body.slice(5));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
});

test('a port that is taken rejects with its code', async () => {
  await using emulator = await startEmulator();
  const port = Number(new URL(emulator.url).port);
  await expect(startEmulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('all mistakes in the options are reported', async () => {
  const options = { port: 70_000, population: -1, now: 'yesterday', network: 'testnet' as 'devnet', sede: 1 };
  const start = startEmulator(options);
  await expect(start).rejects.toThrow(OptionsError);
  await expect(start).rejects.toThrow(/port.*population.*network.*now.*"sede"/s);
});

test('a Date is refused as the time, with the text to give', async () => {
  const now = new Date(0) as unknown as string;
  await expect(startEmulator({ now })).rejects.toThrow('now: expected a text, as toISOString() of the Date returns it');
});

test('an emulator that is closed opens no sandbox, and what it has recorded can be read', async () => {
  const emulator = await startEmulator();
  const sandbox = emulator.sandbox();
  await tokenOf(sandbox);
  await emulator.close();
  expect(() => emulator.sandbox()).toThrow('The emulator is closed');
  expect(sandbox.requests()).toHaveLength(1);
});

test('the app can be mounted in another one, and its links lead there', async () => {
  const host = express().use('/identity', createEmulatorApp({ population: 5 }));
  const server = createServer(host).listen(0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/identity`;
  const token = await tokenOf({
    tokenUrl: `${url}/oauth/token`,
    clientId: 'demo-institution',
    clientSecret: 'demo-secret',
  });
  const answer = await request(url)
    .post('/api/v1/verification/generate-link')
    .auth(token, { type: 'bearer' })
    .send({ contractId: cast('Ben').credentials[0]!.contractId });
  const { verificationUrl } = answer.body as { verificationUrl: string };
  expect(verificationUrl.startsWith(`${url}/verify/`)).toBe(true);
  expect((await request(verificationUrl).get('')).status).toBe(200);
  server.close();
});

test('strict mode refuses unknown members and parameters', async () => {
  const strict = await startInstitution({ strict: true });
  const query = await strict.get('/institutions/me/users?page=2');
  const body = await strict.post('/verification/generate-link', {
    contractId: cast('Ben').credentials[0]!.contractId,
    ttl: 5,
  });
  await strict.close();
  expect([query.status, body.status]).toEqual([400, 400]);
  expect(query.body).toMatchObject({ details: { violations: [{ in: 'query', pointer: '/page', value: '"2"' }] } });
});

test('without strict mode they are ignored, and a header reports them', async () => {
  const lenient = await startInstitution();
  const answer = await lenient.get('/institutions/me/users?page=2&größe=3');
  await lenient.close();
  expect(answer.status).toBe(200);
  expect(answer.headers['emulator-diagnostic']).toBe(
    '"query /page is unknown to the contract and was ignored", "query /gr\\\\u{f6}\\\\u{df}e is unknown to the contract and was ignored"',
  );
});

test('an empty world has no parties', async () => {
  const nobody = await startInstitution({ fixture: 'empty', population: 0 });
  for (const path of ['users', 'human-scores', 'credentials']) {
    expect((await nobody.get(`/institutions/me/${path}`)).body).toMatchObject({ items: [], pagination: { total: 0 } });
  }
  await nobody.close();
});
