/** The same seed, the same time and the same requests give the same bytes. */

import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startEmulator, type EmulatorOptions } from '../../../src/index.js';
import { cast } from '../../cast.js';

const FORM = 'grant_type=client_credentials&client_id=demo-institution&client_secret=demo-secret';
const options: EmulatorOptions = { seed: 42, now: '2026-02-03T04:05:06Z' };

/** Everything that an emulator sends over one connection for a fixed list of requests. */
async function conversation(emulatorOptions: EmulatorOptions): Promise<string[]> {
  await using emulator = await startEmulator(emulatorOptions);
  const port = Number(new URL(emulator.url).port);
  const answers: string[] = [];
  const send = async (line: string, headers: readonly string[] = [], body = ''): Promise<string> => {
    const response = await exchange(
      port,
      [
        `${line} HTTP/1.1`,
        'Host: emulator.test',
        'Connection: close',
        `Content-Length: ${body.length}`,
        ...headers,
      ].join('\r\n') + `\r\n\r\n${body}`,
    );
    answers.push(response);
    return response;
  };
  const token = /"access_token":"([^"]+)"/.exec(
    await send('POST /oauth/token', ['Content-Type: application/x-www-form-urlencoded'], FORM),
  )![1]!;
  const authorized = [`Authorization: Bearer ${token}`];
  const json = [...authorized, 'Content-Type: application/json'];
  await send(
    'POST /api/v1/institutions/me/credentials/request',
    json,
    JSON.stringify({ partyId: cast('Ben').partyId, providers: ['REDDIT'] }),
  );
  for (const path of [
    'users?limit=100',
    'human-scores?limit=20',
    'credentials?limit=100&offset=50',
    'users?search=an&orderBy=email',
    'users?limit=0',
  ]) {
    await send(`GET /api/v1/institutions/me/${path}`, authorized);
  }
  const link = await send(
    'POST /api/v1/verification/generate-link',
    json,
    JSON.stringify({ contractId: cast('Ben').credentials[0]!.contractId }),
  );
  await send(`GET /api/v1/verification/check/${/"token":"([^"]+)"/.exec(link)![1]!}`);
  await send('GET /api/v1/institutions/me/users', [...authorized, 'Emulator-Scenario: rate-limit-burst']);
  return answers;
}

function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let response = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk));
    socket.on('error', reject).on('end', () => {
      resolve(response);
    });
  });
}

test('two runs with the same seed return the same bytes', async () => {
  expect(await conversation(options)).toEqual(await conversation(options));
});

test('another seed results in another world and other tokens', async () => {
  const [one, other] = [await conversation(options), await conversation({ ...options, seed: 43 })];
  const differing = one.flatMap((response, place) => (response === other[place] ? [] : [place]));
  expect(differing).toEqual([0, 2, 3, 4, 5]);
});

test('the responses are the same as when this test was written', async () => {
  const sum = createHash('sha256')
    .update((await conversation(options)).join('\n'))
    .digest('hex');
  // Changes with every intended change of a response. Note such a change in the changelog, because consumers keep snapshots.
  expect(sum).toMatchInlineSnapshot(`"869a3604283bb07834ea1e2fa807a3791e22e8f2225c52bc39f4a7e4f8a50351"`);
});
