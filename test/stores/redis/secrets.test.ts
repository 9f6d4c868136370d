/** No replica shows a token or a link that another replica has issued. */

import { get } from 'node:http';
import request from 'supertest';
import { expect } from 'vitest';
import { cast } from '../../cast.js';
import { startEmulator } from '../../../src/index.js';
import { RedisServer } from './redis-server.js';
import { startReplicas, type Replicas } from './replicas.js';
import { test } from './redis-test.js';

const BENS = cast('Ben').credentials[0]!.contractId;
const DEFAULT = '/sandboxes/default';

test('tokens and links of one replica are removed from journal, HAR, bundle, streams and outlines of another', async () => {
  await using replicas = await startReplicas({ population: 0 });
  const issued = await issuedByFirst(replicas);
  const shown = ['outlines', 'stream'].map((name) => follow(replicas, `${DEFAULT}/journal/${name}?from=1`));
  const number = await leakToSecond(replicas, issued);

  const texts = await Promise.all([
    ...['/journal', `/journal/${number}`, '/journal/har', '/bundle'].map(async (path) => {
      const { status, text } = await replicas.control(1, 'get', DEFAULT + path).buffer(true);
      expect(status).toBe(200);
      return text;
    }),
    ...shown.map((until) => until(`"id":${number},`)),
  ]);
  for (const text of texts) {
    expect(text).toContain('/institutions/me/users');
    for (const [name, secret] of Object.entries(secretsOf(issued))) expect(text.includes(secret), name).toBe(false);
  }
});

/** What the first replica has issued: by its endpoints, and by its control plane. */
async function issuedByFirst({ replicas: [first], control, token }: Replicas): Promise<Record<string, string>> {
  const minted = await control(0, 'post', `${DEFAULT}/access-tokens`);
  const link = await request(first!.apiUrl)
    .post('/verification/generate-link')
    .auth(token, { type: 'bearer' })
    .send({ contractId: BENS });
  const mintedLink = await control(0, 'post', `${DEFAULT}/verification-links`).send({ contractId: BENS });
  return {
    'issued token': token,
    'minted token': (minted.body as { accessToken: string }).accessToken,
    'issued link': (link.body as { token: string }).token,
    'minted link': (mintedLink.body as { token: string }).token,
  };
}

/** The last characters of each: the signature or the seal, which only the emulator can make. */
function secretsOf(issued: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(issued).map(([name, text]) => [name, text.slice(-14)]));
}

/** Sends each to the second replica in places of secrets and in others. @returns the number of the last exchange */
async function leakToSecond({ replicas, get: read }: Replicas, issued: Record<string, string>): Promise<number> {
  const { apiUrl } = replicas[1]!;
  for (const leak of Object.values(issued)) {
    await read(1, `/institutions/me/users?note=x${leak}&also=0${leak}`);
    await read(1, `/institutions/me/users?note=${leak}&also=a%20${leak}`).set('X-Trace', `before ${leak}, after`);
    await read(1, `/institutions/me/users?token=${leak}`).set('Referer', `https://example.com/verify/${leak}`);
    await read(1, `/institutions/me/human-scores/${leak}`).set('Cookie', `session=${leak}`);
    await request(apiUrl).get(`/verification/check/${leak}`);
    await request(apiUrl).get('/institutions/me/users').set('Authorization', `Basic ${leak}`);
    await request(apiUrl)
      .post('/verification/generate-link')
      .send({ contractId: leak, note: `see ${leak}` });
  }
  const last = await read(1, '/institutions/me/users?limit=1');
  return Number(last.headers['emulator-exchange']);
}

/** Reads a stream of the second replica until it has a text, and returns all of it. */
function follow({ replicas }: Replicas, path: string): (text: string) => Promise<string> {
  let text = '';
  let check = (): void => undefined;
  const stream = get(`${replicas[1]!.url}/_emulator${path}`, { agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      check();
    });
  }).on('error', () => undefined);
  return (awaited) =>
    new Promise((resolve) => {
      check = () => {
        if (!text.includes(awaited)) return;
        stream.destroy();
        resolve(text);
      };
      check();
    });
}

test('a start says that the client secret of the store stays, and that another one has no effect', async () => {
  await using redis = await RedisServer.start();
  const warnings: string[] = [];
  const start = (clientSecret: string) =>
    startEmulator({ store: redis.url, clientSecret }, { onWarning: (warning) => warnings.push(warning) });
  await (await start('old')).close();
  const before = warnings.length;
  await using second = await start('new');
  expect(second.clientSecret).toBe('old');
  expect(warnings.slice(before)).toEqual([
    expect.stringMatching(/keeps what it was made from, so these options have no effect on it: clientSecret$/),
  ]);
});
