/** Diagnostics explain a refusal in a header and in the journal, never in the body. */

import { allAtOnce } from '../../../src/common/steps.js';
import request from 'supertest';
import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { startInstitution, tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ now: '2026-01-01T00:00:00Z' }));

/** The diagnostic of a response. It must be in the journal, too, and not in the body. */
function diagnosticOf(response: request.Response, { emulator } = institution): string {
  const header = String(response.headers['emulator-diagnostic']);
  const { diagnostics } = allAtOnce(
    emulator.defaultSandbox.journal.exchange(Number(response.headers['emulator-exchange'])),
  );
  expect(header).toBe(diagnostics.map((diagnostic) => JSON.stringify(diagnostic)).join(', '));
  expect(response.text).not.toContain(diagnostics[0]);
  return diagnostics.join(', ');
}

test.each([
  ['/api/v1/institution/me/users', 'GET /api/v1/institutions/me/users'],
  ['/institutions/me/users', 'GET /api/v1/institutions/me/users'],
  ['/api/v1/institutions/me/users/', 'GET /api/v1/institutions/me/users'],
  ['/api/v1//institutions/me/human-scores', 'GET /api/v1/institutions/me/human-scores'],
  ['/api/v1/institutions/me/Human-Score/party::1', 'GET /api/v1/institutions/me/human-scores/party::1'],
  ['/oauth/tokens', 'POST /oauth/token'],
])('%s is nearly %s', async (path, meant) => {
  const response = await request(institution.emulator.url).get(path).auth(institution.token, { type: 'bearer' });
  expect(response.status).toBe(404);
  expect(diagnosticOf(response)).toBe(
    `did you mean ${meant.replace('party::1', path.includes('party') ? 'party::1' : '')}?`,
  );
});

test.each(['/something/else/entirely', '/api/v2/foo'])(
  '%s is like no path, and gets the place of all',
  async (path) => {
    const response = await request(institution.emulator.url).get(path);
    expect(response.status).toBe(404);
    expect(diagnosticOf(response)).toBe('the contract has no path like this one; its API is at /api/v1/');
  },
);

test('a path below that of the API gets the list of all paths', async () => {
  const response = await request(institution.emulator.url).get('/api/v1/users');
  expect(diagnosticOf(response)).toBe('the contract has no path like this one; spec/openapi.yaml has all of them');
});

test('a token request in JSON gets the diagnostic that it must be a form', async () => {
  const response = await request(institution.emulator.tokenUrl).post('').send({ grant_type: 'client_credentials' });
  expect(diagnosticOf(response)).toBe('the token endpoint takes a form, not JSON (RFC 6749 section 4.4.2)');
});

test('a body of the wrong media type gets a diagnostic with the right one', async () => {
  const response = await institution.post('/verification/generate-link', {}).type('text/plain').send('x');
  expect(diagnosticOf(response)).toBe('send the body as application/json');
});

test('a body of the wrong media type is refused with the media type that was sent', async () => {
  const response = await institution.post('/verification/generate-link', {}).type('text/plain').send('{}');
  expect(response.status).toBe(415);
  expect(response.body).toMatchObject({ message: 'The content type must be application/json, but is text/plain.' });
});

test('JSON with another charset is read as UTF-8, with a diagnostic', async () => {
  const response = await institution
    .post('/verification/generate-link', { contractId: '00' })
    .type('application/json; charset=latin1');
  expect(response.status).toBe(404);
  expect(diagnosticOf(response)).toMatch(
    /^the body was read as UTF-8: JSON has no other charset, so charset=latin1 has no meaning/,
  );
});

test('an unknown client and a wrong secret have different diagnostics', async () => {
  const ask = (id: string, secret: string) =>
    request(institution.emulator.tokenUrl)
      .post('')
      .type('form')
      .send({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const [unknown, wrong] = [await ask('somebody', 'x'), await ask('demo-institution', 'x')];
  expect(unknown.body).toEqual(wrong.body);
  expect(diagnosticOf(unknown)).toContain('no sandbox has the client ID "somebody"');
  expect(diagnosticOf(wrong)).toContain('the client ID belongs to sandbox');
});

test('an undisclosed credential and an unknown one have different diagnostics', async () => {
  const hidden = await institution.post('/verification/generate-link', {
    contractId: cast('Paula').credentials[0]!.contractId,
  });
  const none = await institution.post('/verification/generate-link', { contractId: 'none' });
  expect(hidden.body).toEqual(none.body);
  expect(diagnosticOf(hidden)).toBe(
    'the credential exists, but belongs to a party that has not disclosed it to this institution',
  );
  expect(diagnosticOf(none)).toBe('there is no credential with this contract ID in sandbox "default"');
});

test.each(['partyIds[]', 'partyIds%5B%5D', 'partyIds[0]'])('%s gets a loud diagnostic', async (name) => {
  const response = await institution.get(`/institutions/me/credentials?limit=1&${name}=${cast('Ben').partyId}`);
  expect(diagnosticOf(response)).toBe(
    `WARNING: the service has no parameter "${decodeURIComponent(name)}" and ignores it, as if it were not sent; send partyIds=a&partyIds=b or partyIds=a,b (axios: paramsSerializer: { indexes: null })`,
  );
});

test('a parameter in another case gets a loud diagnostic', async () => {
  const response = await institution.get('/institutions/me/users?orderby=id');
  expect(diagnosticOf(response)).toBe(
    'WARNING: the service has no parameter "orderby" and ignores it, as if it were not sent; send orderBy=a',
  );
});

test.each([
  ['credentials', 'a party without an approval', () => cast('Paula').partyId, 'has not approved any data request'],
  ['credentials', 'an unknown party', () => 'nobody', 'there is no party with this ID in sandbox "default"'],
  ['human-scores', 'an unknown party', () => 'nobody', 'there is no party with this ID in sandbox "default"'],
])('in partyIds of %s, %s gets a diagnostic as in resolve', async (list, _, partyId, why) => {
  const response = await institution.get(`/institutions/me/${list}?partyIds=${cast('Ben').partyId},${partyId()}`);
  const diagnostic = diagnosticOf(response);
  expect(diagnostic).toContain(`partyIds "${partyId()}": `);
  expect(diagnostic).toContain(why);
  expect(response.body).toMatchObject({ pagination: { total: 1 } });
});

test('partyIds of parties that are all listed get no diagnostic', async () => {
  const response = await institution.get(`/institutions/me/credentials?partyIds=${cast('Ben').partyId}`);
  expect(response.headers).not.toHaveProperty('emulator-diagnostic');
});

test('the diagnostics of a batch name the item and the reason', async () => {
  const response = await institution.post('/verification/generate-links-batch', {
    requests: [{ contractId: cast('Ben').credentials[0]!.contractId }, { contractId: 'none' }],
  });
  expect(diagnosticOf(response)).toBe('item 1: there is no credential with this contract ID in sandbox "default"');
});

test('a party without an approval and an unknown one have different diagnostics', async () => {
  const hidden = await institution.get(`/institutions/me/human-scores/${cast('Paula').partyId}`);
  const none = await institution.get('/institutions/me/credentials/party::none');
  expect(diagnosticOf(hidden)).toBe('the party exists, but has not approved any data request of this institution');
  expect(diagnosticOf(none)).toBe('there is no party with this ID in sandbox "default"');
});

test('an undisclosed e-mail and an unknown one have different diagnostics', async () => {
  const hidden = await institution.get(`/institutions/me/credentials/resolve?q=${cast('Paula').email}`);
  const none = await institution.get('/institutions/me/credentials/resolve?q=nobody@example.com');
  expect(hidden.body).toEqual(none.body);
  expect(diagnosticOf(hidden)).toContain('has not disclosed it');
  expect(diagnosticOf(none)).toContain('nobody in sandbox "default" has this e-mail or username');
});

test('the word Bearer without a token has a diagnostic', async () => {
  const response = await request(institution.emulator.apiUrl)
    .get('/institutions/me/users')
    .set('Authorization', 'Bearer');
  expect(diagnosticOf(response)).toBe(
    'the Authorization header has nothing after "Bearer": the client had no token when it sent this; send "Bearer", a blank and the access token in the header Authorization (RFC 6750 section 2.1)',
  );
});

test('the diagnostics of an expired token and an expired link say how long ago they expired', async () => {
  const other = await startInstitution({ now: '2026-01-01T00:00:00Z', tokenTtl: 60, linkTtl: 30 });
  const { clock } = other.emulator.defaultSandbox;
  const link = (await other.post('/verification/generate-link', { contractId: cast('Ben').credentials[0]!.contractId }))
    .body as { token: string };
  clock.advance('72s');
  const refused = await other.get('/institutions/me/users');
  const check = await request(other.emulator.apiUrl).get(`/verification/check/${link.token}`);
  expect([refused.status, diagnosticOf(refused, other)]).toEqual([
    401,
    "the access token expired 12 s ago by this sandbox's clock",
  ]);
  expect([check.status, diagnosticOf(check, other)]).toEqual([
    404,
    "the link expired 42 s ago by this sandbox's clock",
  ]);
  await other.close();
});

test('a token of a removed sandbox gets a diagnostic', async () => {
  const sandbox = institution.emulator.sandbox();
  const token = await tokenOf(sandbox);
  sandbox.remove();
  const response = await request(institution.emulator.apiUrl)
    .get('/institutions/me/users')
    .auth(token, { type: 'bearer' });
  expect(diagnosticOf(response)).toContain(`its sandbox, "${sandbox.id}", is not here any more`);
});
