/** A mistyped name finds nothing, so a test that expects nothing would pass: it is refused, in a program as over HTTP. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator());

// What a program in JavaScript, or one that reads names from a file, may contain.
test.each<[object, string, string]>([
  [{ operation: 'getUzers' }, '/operation', 'There is no operation "getUzers"; did you mean "getUsers"?'],
  [
    { scenario: 'rate-limit-burts' },
    '/scenario',
    'There is no scenario "rate-limit-burts"; did you mean "rate-limit-burst"?',
  ],
  [{ opration: 'getUsers' }, '/opration', 'There is no criterion "opration"; did you mean "operation"?'],
  [{ status: '429' }, '/status', 'Expected a status such as 429 or a class of statuses such as "4xx", found "429".'],
])('sandbox.requests(%j) and verify refuse it', (criteria, pointer, message) => {
  const sandbox = emulator.defaultSandbox;
  expect(() => sandbox.requests(criteria)).toThrow(message);
  expect(() => sandbox.verify([{ count: 0 }, { ...criteria, count: 0 }])).toThrow(
    expect.objectContaining({
      name: 'Problem',
      status: 422,
      message: expect.stringContaining(message) as string,
      members: expect.objectContaining({ pointer: `/expect/1${pointer}` }) as object,
    }),
  );
});

test('a journal query over HTTP refuses an unknown scenario', async () => {
  const response = await fetch(`${emulator.url}/_emulator/sandboxes/default/journal?scenario=rate-limit-burts`);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ title: 'Unknown scenario', pointer: '/scenario' });
});
