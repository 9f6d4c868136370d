/** A verification against a running emulator, which other people use, too. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { verifyPactsBy } from '../../../src/verify/verify-pacts.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { pactV3, usersInteraction } from '../../pact/pact-documents.js';
import { statusVerifier } from '../corpus/status-verifier.js';

const MANY = Object.fromEntries(
  ['a', 'b', 'c'].map((name) => [
    `${name}.json`,
    pactV3(Array.from({ length: 6 }, (_, at) => usersInteraction(200, { description: `users, time ${at}` }))),
  ]),
);

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ maxSandboxes: 6 });
});
afterEach(() => emulator.close());

test('only the sandboxes of running interactions are open', async () => {
  await using folder = await temporaryFolder(MANY);
  const report = await verifyPactsBy(statusVerifier(), { pacts: [folder.path], target: emulator.url });
  expect(report.counts).toEqual({ passed: 18, failed: 0, pending: 0 });
  expect(emulator.sandboxes().map(({ id }) => id)).toEqual(['default']);
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

test('an option that does not exist is refused, with the nearest one', async () => {
  await expect(verifyPactsBy(statusVerifier(), { pacts: ['a'], strickt: true } as object)).rejects.toThrow(
    'there is no option "strickt"',
  );
});
