import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';

interface Link {
  readonly verificationUrl: string;
  readonly token: string;
}

const institution = await untilEnd(startInstitution({ population: 20 }));
const { contractId } = cast('Ben').credentials[0]!;

testExchanges(new URL('verification-links.yaml', import.meta.url), sandboxesOf(institution.emulator));

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
  const { token } = (await institution.post('/verification/generate-link', { contractId })).body as Link;
  const response = await institution.get(`/verification/check/${tamper(token)}`);
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ error: 'not_found', message: 'Verification token not found or expired.' });
});

test('the link has the address of the request', async () => {
  const response = await institution
    .post('/verification/generate-link', { contractId })
    .set('Host', 'emulator.test:8080');
  expect((response.body as Link).verificationUrl).toMatch(/^http:\/\/emulator\.test:8080\/verify\//);
});

test('an invalid Host does not appear in the link', async () => {
  const response = await institution.post('/verification/generate-link', { contractId }).set('Host', 'a b"<script>');
  expect((response.body as Link).verificationUrl).toMatch(new RegExp(`^${institution.emulator.url}/verify/`));
});

test('a batch of 100 succeeds, one of 101 is refused', async () => {
  const requests = Array.from({ length: 101 }, () => ({ contractId }));
  const accepted = await institution.post('/verification/generate-links-batch', { requests: requests.slice(1) });
  expect((accepted.body as { results: object[] }).results).toHaveLength(100);
  const response = await institution.post('/verification/generate-links-batch', { requests });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    details: { violations: [{ pointer: '/requests', expected: 'an array of at most 100 items' }] },
  });
});
