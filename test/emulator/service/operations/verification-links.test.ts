import request from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../../src/index.js';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';

interface Link {
  readonly verificationUrl: string;
  readonly token: string;
}

const institution = await untilEnd(startInstitution({ population: 20 }));

const contractOf = (firstName: string, nth = 0): string => cast(firstName).credentials[nth]!.contractId;

async function generate(contractId: string): Promise<Link> {
  const response = await institution.post('/verification/generate-link', { contractId });
  expect(response.status).toBe(200);
  return response.body as Link;
}

function check(token: string, { emulator } = institution) {
  return request(emulator.apiUrl).get(`/verification/check/${token}`);
}

test('the page shows nested metadata as rows and lists, escaped', async () => {
  const contractId = '00fade';
  const metadata = { address: { city: 'Łódź <b>', tags: ['a', { deep: true }] }, none: null };
  const { world } = institution.emulator.defaultSandbox;
  world.issue(cast('Ben').partyId, { provider: 'DISCORD', contractId, metadata });
  const { verificationUrl } = institution.emulator.defaultSandbox.verificationLink(contractId);
  const { text } = await request(verificationUrl).get('');
  expect(text).toContain(
    '<dt>address</dt><dd><dl><dt>city</dt><dd>Łódź &lt;b&gt;</dd><dt>tags</dt><dd><ul><li>a</li><li><dl><dt>deep</dt><dd>true</dd></dl></li></ul></dd></dl></dd>',
  );
  expect(text).toContain('<dt>none</dt><dd>–</dd>');
});

test('a link can be checked without a token', async () => {
  const { token } = await generate(contractOf('Ben'));
  const response = await check(token);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    status: 'strong',
    color: 'green',
    isActive: true,
    contractId: contractOf('Ben'),
    credentialData: { email: 'ben.brook@example.com', username: 'benbrook' },
    isArchived: false,
    isSuperseded: false,
    isRevoked: false,
    kycProvider: 'GITHUB',
  });
});

test('an access token that is sent with the check is ignored, valid or not', async () => {
  const { token } = await generate(contractOf('Ben'));
  expect((await check(token).set('Authorization', 'Bearer nonsense')).status).toBe(200);
});

test.each([
  ['Moritz', 0, 'moderate', 'amber', true],
  ['Stella', 0, 'weak', 'amber', true],
  ['Eva', 0, 'expired', 'red', false],
  ['Ravi', 0, 'revoked', 'red', false],
  ['Sven', 0, 'archived', 'red', false],
  ['Sven', 1, 'strong', 'green', true],
  ['Sven', 2, 'archived', 'red', false],
])('the credential %s %i is %s, %s', async (firstName, nth, status, color, isActive) => {
  const { token } = await generate(contractOf(firstName, nth));
  expect((await check(token)).body).toMatchObject({ status, color, isActive, isRevoked: status === 'revoked' });
});

test('a superseded credential and an archived one have different statuses', async () => {
  const [superseded, archived] = await Promise.all(
    [0, 2].map(async (nth) => (await check((await generate(contractOf('Sven', nth))).token)).body as object),
  );
  expect(superseded).toMatchObject({ isSuperseded: true, isArchived: false });
  expect(archived).toMatchObject({ isSuperseded: false, isArchived: true });
});

test('every link has its own token', async () => {
  const [first, second] = [await generate(contractOf('Ben')), await generate(contractOf('Ben'))];
  expect(first.token).not.toBe(second.token);
});

test.each([
  ['unknown', '00ff'],
  ['not disclosed', contractOf('Paula')],
  ['held by a party that was never asked', contractOf('Uma')],
])('a credential that is %s cannot be linked, and looks the same', async (_, contractId) => {
  const response = await institution.post('/verification/generate-link', { contractId });
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ error: 'not_found', message: 'Credential not found.' });
});

test.each([
  ['made up', () => 'made-up'],
  ['changed in its last character', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  [
    'changed in its middle',
    (token: string) => `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`,
  ],
  ['cut short', (token: string) => token.slice(0, -4)],
  ['lengthened', (token: string) => `${token}AAAA`],
])('a link token that is %s is unknown', async (_, tamper) => {
  const { token } = await generate(contractOf('Ben'));
  const response = await check(tamper(token));
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ error: 'not_found', message: 'Verification token not found or expired.' });
});

test.each([
  ['00:14:59', 200],
  ['00:15:00', 404],
])('a link of fifteen minutes that is checked at %s returns %i', async (time, status) => {
  const early = await startInstitution({ now: '2026-01-01T00:00:00Z' });
  const late = await startInstitution({ now: `2026-01-01T${time}Z` });
  const { token } = (await early.post('/verification/generate-link', { contractId: contractOf('Ben') })).body as Link;
  const response = await check(token, late);
  await Promise.all([early.close(), late.close()]);
  expect(response.status).toBe(status);
});

test('the link opens as a page that shows the status', async () => {
  const { verificationUrl } = await generate(contractOf('Zoë'));
  const page = await request(verificationUrl).get('');
  expect(page.status).toBe(200);
  expect(page.type).toBe('text/html');
  expect(page.text).toContain('The credential is active and fresh.');
  expect(page.text).toContain('zoë_å');
});

test('the link has the address of the request', async () => {
  const response = await institution
    .post('/verification/generate-link', { contractId: contractOf('Ben') })
    .set('Host', 'emulator.test:8080');
  expect((response.body as Link).verificationUrl).toMatch(/^http:\/\/emulator\.test:8080\/verify\//);
});

test('an invalid Host does not appear in the link', async () => {
  const response = await institution
    .post('/verification/generate-link', { contractId: contractOf('Ben') })
    .set('Host', 'a b"<script>');
  expect((response.body as Link).verificationUrl).toMatch(new RegExp(`^${institution.emulator.url}/verify/`));
});

test('an unknown link opens as a page that reports it', async () => {
  const page = await request(institution.emulator.url).get('/verify/unknown');
  expect(page.status).toBe(404);
  expect(page.text).toContain('This link is unknown or has expired.');
});

test('the page of a link forbids frames and type sniffing', async () => {
  const { headers } = await request(institution.emulator.url).get('/verify/unknown');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

interface Batch {
  readonly results: readonly {
    readonly contractId: string;
    readonly result?: Link;
    readonly error?: { readonly message: string };
  }[];
}

async function batch(contractIds: readonly string[]): Promise<Batch['results']> {
  const response = await institution.post('/verification/generate-links-batch', {
    requests: contractIds.map((contractId) => ({ contractId })),
  });
  expect(response.status).toBe(200);
  return (response.body as Batch).results;
}

test('a batch returns a link or an error for each item, in order', async () => {
  const contractIds = [contractOf('Ben'), '00ff', contractOf('Alice', 3), contractOf('Uma'), contractOf('Ben')];
  const results = await batch(contractIds);
  expect(results.map(({ contractId }) => contractId)).toEqual(contractIds);
  expect(results.map((item) => ('result' in item ? 'result' : item.error?.message))).toEqual([
    'result',
    'Credential not found.',
    'result',
    'Credential not found.',
    'result',
  ]);
});

test('every link of a batch can be checked', async () => {
  const results = await batch([contractOf('Ben'), contractOf('Alice')]);
  for (const { contractId, result } of results) expect((await check(result!.token)).body).toMatchObject({ contractId });
});

test('an empty batch has empty results', async () => {
  expect(await batch([])).toEqual([]);
});

test('items that only differ in a member toString are different, where duplicates are refused', async () => {
  const strict = await startInstitution({ population: 0, variants: { 'duplicate-in-batch': 'refused' } });
  const send = (requests: readonly object[]) => strict.post('/verification/generate-links-batch', { requests });
  const contractId = contractOf('Ben');
  const different = await send([{ contractId }, { contractId, toString: 0 }]);
  const same = await send([
    { contractId, toString: 0 },
    { toString: 0, contractId },
  ]);
  await strict.close();
  expect([different.status, same.status]).toEqual([200, 400]);
  expect((same.body as { readonly message: string }).message).toMatch(/expected items that all differ, found/);
});

test('a batch of 100 succeeds, one of 101 is refused', async () => {
  expect(await batch(Array.from({ length: 100 }, () => contractOf('Ben')))).toHaveLength(100);
  const response = await institution.post('/verification/generate-links-batch', {
    requests: Array.from({ length: 101 }, () => ({ contractId: contractOf('Ben') })),
  });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    details: { violations: [{ pointer: '/requests', expected: 'an array of at most 100 items' }] },
  });
});

test('the page of a link shows any metadata as it is, members named like methods too', async () => {
  await using emulator = await startEmulator({ population: 0 });
  const { world } = emulator.defaultSandbox;
  const { partyId } = world.addParty({ email: 'a@example.com', firstName: 'A', lastName: 'B' });
  const metadata = { accounts: { toString: 5, valueOf: null }, list: [1, [2]] };
  const { contractId } = world.issue(partyId, { provider: 'GITHUB', metadata });
  const page = await request(emulator.defaultSandbox.verificationLink(contractId).verificationUrl).get('');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<dl><dt>toString</dt><dd>5</dd><dt>valueOf</dt><dd>–</dd></dl>');
});
