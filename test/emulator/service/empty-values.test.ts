/** Every value of a request may be sent empty by mistake. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { shippedContracts } from '../../../src/start/shipped.js';
import { variedSandbox } from '../../contract/variants/varied-sandbox.js';
import { untilEnd } from '../../until-end.js';

const REVISION = '2026-04';
const operations = [...shippedContracts().of(REVISION).operations.values()];
const parameters = operations.flatMap(({ path, parameters: all }) =>
  all.filter((parameter) => parameter.in === 'query').map(({ name }) => [name, path] as const),
);

const emulator = await untilEnd(startEmulator({ population: 0 }));
const varied = variedSandbox(emulator, { revision: REVISION });

test.each(parameters)('an empty %s of %s gets one sentence without a regular expression', async (name, path) => {
  const { status, json } = await varied.send(`${path}?${name}=`);
  if (name === 'search') expect(status).toBe(200);
  else expectOneSentence(status, json);
});

test.each([
  ['verification/generate-link', { contractId: '' }],
  ['institutions/me/credentials/request', { partyId: '', providers: ['GOOGLE'] }],
  ['verification/generate-links-batch', { requests: [{}] }],
])('an empty or missing ID in a body of %s gets one sentence without a regular expression', async (path, body) => {
  const { status, json } = await varied.send(path, { json: body });
  expectOneSentence(status, json);
});

test('blank text and a NUL character get a sentence without a regular expression', async () => {
  for (const path of ['institutions/me/credentials/resolve?q=%20', 'institutions/me/credentials/%00']) {
    const { status, json } = await varied.send(path);
    expectOneSentence(status, json);
  }
});

function expectOneSentence(status: number, body: unknown): void {
  const { message } = body as { message: string };
  expect(status).toBe(400);
  expect(message).toMatch(/^(?:Query|Path|Body) \/[\w/]+: expected [-\w ,]+(?: from \d+ to \d+)?, found [^.]*\.$/);
}
