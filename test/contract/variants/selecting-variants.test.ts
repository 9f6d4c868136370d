/** The ways to choose variants, their precedence, and the errors of invalid choices. */

import { allAtOnce } from '../../../src/common/steps.js';
import { expect, test } from 'vitest';
import { startEmulator, variants, type Emulator, type SandboxControl } from '../../../src/index.js';
import { parsePairs } from '../../../src/contract/variants/choose-variants.js';
import { OPTION_SPECS } from '../../../src/emulator/options.js';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';
import { variedSandbox, type Sent } from './varied-sandbox.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ now: '2026-01-31T09:00:00Z', variants: { 'error-body': 'problem' } }));

const INVALID = 'institutions/me/users?limit=0';

/** The form of an error body, and the header that lists the variants. */
async function formOf(sandbox: SandboxControl, sent: Sent = {}): Promise<[string, string | undefined]> {
  const { token = sandbox.accessToken().accessToken, ...others } = sent;
  const answer = await fetch(`${sandbox.apiUrl}/${INVALID}`, {
    headers: { Authorization: `Bearer ${token}`, ...others.headers },
  });
  const text = await answer.text();
  return [
    text.startsWith('{') ? Object.keys(JSON.parse(text) as object).join() : text.slice(0, 5),
    answer.headers.get('Emulator-Variant') ?? undefined,
  ];
}

const PROBLEM = ['type,title,status,detail', 'error-body=problem'];

test('a sandbox has the variants of the emulator, overridden by its own', async () => {
  expect(await formOf(emulator.defaultSandbox)).toEqual(PROBLEM);
  expect(await formOf(emulator.sandbox({ variants: { 'max-limit': '20' } }))).toEqual([
    PROBLEM[0],
    'max-limit=20, error-body=problem',
  ]);
  expect(await formOf(emulator.sandbox({ variants: { 'error-body': 'error-message' } }))).toEqual([
    'error,message,details',
    undefined,
  ]);
});

test('a scenario of the sandbox overrides its options, the client ID overrides the scenario, the header overrides all', async () => {
  const sandbox = emulator.sandbox();
  const { id } = sandbox.use('variant', { 'error-body': 'status-code' });
  expect(await formOf(sandbox)).toEqual(['statusCode,message', 'error-body=status-code']);
  const token = await tokenOf({ ...credentialsOf(sandbox), clientId: `${sandbox.clientId}+variant;error-body=text` });
  expect(await formOf(sandbox, { token })).toEqual(['Query', 'error-body=text']);
  expect(
    await formOf(sandbox, { token, headers: { 'Emulator-Scenario': 'variant;error-body=problem;max-limit=20' } }),
  ).toEqual([PROBLEM[0], 'max-limit=20, error-body=problem']);
  sandbox.scenarios.stop(id);
  expect(await formOf(sandbox)).toEqual(PROBLEM);
});

test('a variant ends with its activation', async () => {
  const sandbox = emulator.sandbox();
  sandbox.scenarios.use('variant', { 'error-body': 'text' }, { count: 2 });
  const forms = [];
  for (let call = 0; call < 3; call++) forms.push((await formOf(sandbox))[1]);
  expect(forms).toEqual(['error-body=text', 'error-body=text', 'error-body=problem']);
});

test('variants and failures are selected together', async () => {
  const { send } = variedSandbox(emulator, {});
  const { status, headers, text } = await send('institutions/me/users', {
    headers: { 'Emulator-Scenario': 'variant;error-body=text;retry-after=date, rate-limit-burst;retry-after=60' },
  });
  expect([status, text, headers['retry-after'], headers['emulator-scenario-applied']]).toEqual([
    429,
    'Rate limit exceeded.',
    'Sat, 31 Jan 2026 09:01:00 GMT',
    'rate-limit-burst',
  ]);
});

test('examples of the contract have the form of the variant', async () => {
  const { send } = variedSandbox(emulator, {
    variants: { 'error-body': 'text', timestamps: 'epoch', 'retry-after': 'date' },
  });
  const limited = await send('institutions/me/users', { headers: { Prefer: 'code=429' } });
  expect([limited.status, limited.text, limited.headers['retry-after']]).toEqual([
    429,
    'Rate limit exceeded.',
    'Wed, 21 Oct 2026 07:28:00 GMT',
  ]);
  const listed = await send('institutions/me/users', { headers: { Prefer: 'example=one' } });
  expect((listed.json as { items: { regDate: unknown }[] }).items[0]!.regDate).toBe(Date.parse('2026-01-26T09:00:00Z'));
});

test('a sandbox shows its variants, and keeps them when its state is loaded or reset', async () => {
  const sandbox = emulator.sandbox({ variants: { timestamps: 'seconds' }, revision: '2026-04' });
  const token = await tokenOf(credentialsOf(sandbox));
  await formOf(sandbox, { token });
  await formOf(sandbox, { token, headers: { 'Emulator-Scenario': 'variant;error-body=empty' } });
  const expected = { timestamps: 'seconds', 'error-body': 'problem' };
  expect(sandbox.show().variants).toEqual(expected);
  expect(sandbox.requests().map((exchange) => exchange.variants)).toEqual([
    expected,
    expected,
    { ...expected, 'error-body': 'empty' },
  ]);

  sandbox.reset();
  expect(sandbox.show().variants).toEqual(expected);
  const other = emulator.sandbox({ variants: { 'error-body': 'text' } });
  other.load(sandbox.state());
  expect(other.show().variants).toEqual(expected);
});

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
  [
    'variant',
    'Scenario "variant" takes at least one point, as in "variant;error-body=problem" (valid are absent-members, ',
  ],
  [
    'variant;error-body=html',
    'Parameter "error-body" of scenario "variant" takes one of error-message, problem, status-code, text, empty, not html.',
  ],
  ['variant;limit=20', 'Scenario "variant" has no parameter "limit"; did you mean "max-limit"?'],
])('the header %j is refused', async (selection, message) => {
  const { send } = variedSandbox(emulator, {});
  const { status, json } = await send('institutions/me/users', { headers: { 'Emulator-Scenario': selection } });
  expect([status, (json as { detail: string }).detail.startsWith(message)]).toEqual([400, true]);
});

test('a party cannot carry a variant', () => {
  expect(() =>
    emulator.defaultSandbox.world.changeParty(cast('Ben').partyId, { scenario: 'variant;error-body=text' }),
  ).toThrow('cannot be selected by a party');
});

test('a state with a variant or a revision that does not exist is refused with its position', () => {
  const state = emulator.defaultSandbox.state();
  const withOptions = (options: object): object => ({ ...state, options: { ...state.options, ...options } });
  expect(() => {
    emulator.sandbox().load(withOptions({ variants: { 'error-body': 'html' } }));
  }).toThrow('point "error-body" has no variant "html"');
  expect(() => {
    emulator.sandbox().load(withOptions({ revision: '2027-01' }));
  }).toThrow('There is no revision "2027-01"');
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

function credentialsOf({
  tokenUrl,
  clientId,
  clientSecret,
}: SandboxControl): Pick<Emulator, 'tokenUrl' | 'clientId' | 'clientSecret'> {
  return { tokenUrl, clientId, clientSecret };
}
