/** Verifications by verifiers of other languages: they know a provider base URL and a state-change URL. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openRemoteVerification } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { AUTHORIZED, pactV3 } from '../../pact/pact-documents.js';
import { untilEnd } from '../../until-end.js';

const USERS = '/api/v1/institutions/me/users';

const emulator = await untilEnd(startEmulator());

test("Pact's own verifier, driven as another language does it, verifies under the two URLs", async () => {
  const get = (path: string): object => ({ method: 'GET', path, headers: AUTHORIZED });
  await using folder = await temporaryFolder({
    'a.json': pactV3([
      { description: 'no state', request: get(USERS), response: { status: 200 } },
      {
        description: 'no users',
        providerStates: [{ name: 'no users exist' }],
        request: get('/institutions/me/users'),
        response: { status: 200, body: { items: [] } },
      },
      {
        description: 'users again',
        request: get(USERS),
        response: { status: 200, body: { pagination: { offset: 0 } }, headers: { 'Content-Type': 'application/json' } },
      },
      {
        description: 'a value of a state',
        providerStates: [{ name: 'a link token for {contractId} exists', params: { contractId: '00aa' } }],
        request: {
          method: 'GET',
          path: '/api/v1/verification/check/invented',
          generators: {
            path: { type: 'ProviderState', expression: '/api/v1/verification/check/${token}', dataType: 'STRING' },
          },
        },
        response: { status: 200, body: { contractId: '00aa' } },
      },
      {
        description: 'a token request',
        request: {
          method: 'POST',
          path: '/oauth/token',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'grant_type=client_credentials&client_id=mine&client_secret=x',
        },
        response: { status: 200 },
      },
      {
        description: 'an unknown state',
        providerStates: [{ name: 'the moon is full' }],
        request: get(USERS),
        response: { status: 200 },
      },
      { description: 'after the unknown state', request: get(USERS), response: { status: 200 } },
    ]),
  });
  const verification = await openRemoteVerification({ url: emulator.url });
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('pact-verifier-child.mjs', import.meta.url)),
    verification.providerBaseUrl,
    verification.stateChangeUrl,
    `${folder.path}/a.json`,
  ]);
  const { result, results } = JSON.parse(stdout.trim().split('\n').at(-1)!) as {
    result: boolean;
    results: [string, string][];
  };
  expect(result).toBe(false);
  expect(results.map(([, outcome]) => outcome)).toEqual([
    'OK',
    'OK',
    'OK',
    'OK',
    'OK',
    expect.not.stringMatching('OK'),
    'OK',
  ]);
  const report = await verification.end();
  expect(report.verdict).toBe('failed');
  expect(report.interactions.filter(({ failure }) => failure !== undefined)).toMatchObject([
    { states: ['the moon is full'], failure: expect.stringContaining('there is no provider state') as string },
  ]);
  expect(report.interactions[1]).toMatchObject({
    states: ['no users exist'],
    operation: 'getUsers',
    status: 200,
    adaptations: ['the prefix /api/v1 was added to the path', 'the access token was replaced by a valid access token'],
  });
  await expect(verification.report()).rejects.toThrow('There is no verification');
}, 60_000);
