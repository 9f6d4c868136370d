/** `id-emulator fidelity`: the points of the contract and their basis. */

import { expect, test } from 'vitest';
import { fidelity } from '../../src/cli/reference/fidelity.js';
import { UsageError } from '../../src/cli/terminal/failure.js';
import type { Schemas } from '../../src/emulator/control/documents.js';
import { shippedContract, shippedVariants, variants } from '../../src/start/shipped.js';
import { outcomeOf } from './id-emulator.js';

const { points } = shippedContract().fidelity();

test('every point has a line, and the last line counts them', () => {
  const text = fidelity({});
  const lines = text.split('\n').filter((line) => line.startsWith('  '));
  expect(lines.map((line) => line.trim().split(/ +/)[1]).toSorted()).toEqual(points.map(({ id }) => id).toSorted());
  expect(text.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^${points.length} points: \\d+ specified, \\d+ public-client, \\d+ inferred, \\d+ chosen$`),
  );
});

test('points are listed by operation, with basis, note and section', () => {
  const users = fidelity({})
    .split('\n\n')
    .find((group) => group.startsWith('getUsers\n'));
  expect(users).toMatch(
    /^ {2}chosen {9}getUsers\.search:matching +The specification does not show it\. .* \(specification section 4\.2\) \[variants: search\]$/m,
  );
  expect(users).toMatch(
    /^ {2}specified {6}UsersLimit:default +query parameter limit, default \(specification section 8\)$/m,
  );
  expect(users).not.toContain('Limit:default  public-client');
});

test('a point of several operations lists them', () => {
  expect(fidelity({})).toMatch(/^ {2}inferred {7}ContractId:shape .*\(getCredentials, resolveCredentials, .*\)$/m);
});

test('several bases and one operation can be selected', () => {
  const text = fidelity({ basis: ['chosen', 'inferred'], operation: 'issueToken' });
  expect(text).toMatch(/^issueToken\n {2}chosen {4}service:unknown-parameter/);
  expect(text).toMatch(/\n\n\d+ points: \d+ inferred, \d+ chosen\n$/);
  expect(text).not.toContain('  specified ');
  expect(text).not.toContain('getUsers');
});

test('an empty result is reported', () => {
  expect(fidelity({ basis: ['recorded'] })).toBe('no points\n');
});

test('--json has points and counts', () => {
  const { points: shown, counts } = JSON.parse(fidelity({ basis: ['inferred'], json: true })) as Schemas['Fidelity'];
  expect(shown).toEqual(points.filter(({ basis }) => basis === 'inferred'));
  expect(counts).toEqual({ specified: 0, 'public-client': 0, recorded: 0, inferred: shown.length, chosen: 0 });
});

test('an operation that does not exist is a usage error with a suggestion', () => {
  expect(() => fidelity({ operation: 'getUser' })).toThrow(
    new UsageError(`--operation: there is no operation "getUser"; did you mean "getUsers"?`),
  );
});

test('--basis is repeated or comma-separated; an unknown one is reported in one line with exit code 2', async () => {
  const { code, stderr } = await outcomeOf(['fidelity', '--basis', 'inferred,chosen', '--basis', 'choosen']);
  expect(stderr).toBe('id-emulator: --basis: there is no basis "choosen"; did you mean "chosen"?\n');
  expect(code).toBe(2);
});

test('--variants lists every point that has variants, with its variants', () => {
  const text = fidelity({ variants: true });
  expect(text).toContain(
    '\nmax-limit\n  100  The specification does not show it; an early version of the public client says "max: 100". (the contract)\n  20   The maximum is 20.\n  50   The maximum is 50.\n  breaks: Clients that request',
  );
  expect(text.trimEnd().split('\n').at(-1)).toBe(
    `${shippedVariants().length} points, ${variants().length} variants; for example --variant unknown-parameter=refused`,
  );
});

test('--variants lists only the selected bases and operation, also as JSON', () => {
  const { variants } = JSON.parse(
    fidelity({ variants: true, json: true, operation: 'checkVerificationStatus', basis: ['public-client'] }),
  ) as { variants: { point: string; others: { name: string }[] }[] };
  expect(variants.map(({ point, others }) => [point, others.map(({ name }) => name)])).toEqual([
    ['absent-members', ['null']],
    ['error-body', ['problem', 'status-code', 'text', 'empty']],
    ['expired-link', ['410', 'expired', 'not-found']],
  ]);
});

test('the list of all points marks points with variants', () => {
  expect(fidelity({ operation: 'getHumanScoreByPartyId' })).toMatch(
    /getHumanScoreByPartyId:unknown-party .* \[variants: unknown-party-score\]$/m,
  );
});

test('--revision lists the points of a later revision, including added ones', () => {
  const text = fidelity({ revision: '2026-04', operation: 'resolveCredentials' });
  expect(text).toMatch(/^ {2}public-client {2}resolveCredentials\.a +Since version 0\.1\.10\.$/m);
  expect(fidelity({ operation: 'resolveCredentials' })).not.toContain('resolveCredentials.a ');
  const all = JSON.parse(fidelity({ revision: '2026-04', json: true })) as Schemas['Fidelity'];
  expect(all.points.length).toBeGreaterThan(points.length);
});
