/** The ways to choose variants, their precedence, and the errors of invalid choices. */

import { allAtOnce } from '../../../src/common/steps.js';
import { expect, test } from 'vitest';
import { startEmulator, variants } from '../../../src/index.js';
import { parsePairs } from '../../../src/contract/variants/choose-variants.js';
import { OPTION_SPECS } from '../../../src/emulator/options.js';
import { cast } from '../../cast.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';
import { variedSandbox } from './varied-sandbox.js';

const emulator = await untilEnd(startEmulator({ now: '2026-01-31T09:00:00Z', variants: { 'error-body': 'problem' } }));

testExchanges(new URL('selecting-variants.yaml', import.meta.url), sandboxesOf(emulator));

test('the guesses behind an exchange are those of the contract of its variant', async () => {
  const { sandbox, send } = variedSandbox(emulator, { variants: { 'max-limit': '20', 'expired-link': 'expired' } });
  await send('institutions/me/users?limit=50');
  await send(
    `verification/check/${sandbox.verificationLink(cast('Ben').credentials[0]!.contractId, { lifetime: 0 }).token}`,
  );
  expect(allAtOnce(sandbox.journal.exchange(1)).restsOn.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['UsersLimit:refusal', 'Error.type', 'Error.detail']),
  );
  expect(sandbox.fidelity().guesses.find(({ id }) => id === 'UsersLimit:refusal')).toMatchObject({
    count: 1,
    exchanges: [1],
  });
});

test('variants() lists every variant, and a sandbox accepts each entry', () => {
  const all = variants();
  expect(all.length).toBeGreaterThanOrEqual(30);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  for (const { title, point, name, note, breaks, operations, variants: choices } of all) {
    expect([title, choices]).toEqual([`${point}=${name}`, { [point]: name }]);
    expect([note, breaks, operations].every(({ length }) => length > 0)).toBe(true);
    using sandbox = emulator.sandbox({ variants: choices });
    expect(sandbox.show().variants).toMatchObject(choices);
  }
});

test.each([
  [
    { 'eror-body': 'problem' },
    'option variants: there is no point "eror-body" with variants; did you mean "error-body"?',
  ],
  [
    { 'error-body': 'problems' },
    'option variants: point "error-body" has no variant "problems"; did you mean "problem"?',
  ],
  [
    { 'max-limit': 20 },
    'option variants: expected pairs as in error-body=problem, max-limit=20, found {"max-limit":20}',
  ],
  [
    'error-body=problem',
    'option variants: expected pairs as in error-body=problem, max-limit=20, found "error-body=problem"',
  ],
])('a sandbox with the variants %j is refused', (choices, message) => {
  expect(() => emulator.sandbox({ variants: choices as object })).toThrow(message);
});

test.each([
  ['error-body=problem', { 'error-body': 'problem' }],
  ['error-body=problem, max-limit=20', { 'error-body': 'problem', 'max-limit': '20' }],
  [['error-body=problem', 'max-limit=20'], { 'error-body': 'problem', 'max-limit': '20' }],
  [
    { 'max-limit': 20, 'error-body': 'problem' },
    { 'max-limit': '20', 'error-body': 'problem' },
  ],
  ['error-body', 'error-body'],
  [7, 7],
])('the setting %j is read as %j', (written, read) => {
  expect(parsePairs(written)).toEqual(read);
});

test('the flag of the command line is --variant', () => {
  expect(OPTION_SPECS.find(({ name }) => name === 'variants')).toMatchObject({ setting: 'variant', type: 'pairs' });
});
