/** Scenarios of a sandbox, activated and deactivated at run time. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startInstitution, type Institution } from '../../institution.js';

const PATH = '/_emulator/sandboxes/default/scenarios';

function control({ emulator }: Institution) {
  return request(emulator.url);
}

async function statuses(institution: Institution, calls: number): Promise<number[]> {
  const seen = [];
  for (let call = 0; call < calls; call++) seen.push((await institution.get('/institutions/me/users?limit=1')).status);
  return seen;
}

test('an active scenario applies to every request until it is deactivated', async () => {
  const institution = await startInstitution();
  const response = await control(institution)
    .put(PATH)
    .send({ select: 'rate-limit-burst;burst=2;after=1, latency;from="0ms";to="1ms"' });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    active: [
      {
        id: '1',
        scenario: 'rate-limit-burst',
        parameters: { after: 1, burst: 2, 'retry-after': 1 },
        calls: 0,
        fired: 0,
      },
      { id: '2', scenario: 'latency', parameters: { from: 0, to: 1 }, calls: 0, fired: 0 },
    ],
  });
  expect(await statuses(institution, 4)).toEqual([200, 429, 429, 200]);
  expect((await control(institution).delete(PATH)).status).toBe(204);
  expect((await control(institution).get(PATH)).body).toEqual({ active: [] });
  expect((await institution.get('/institutions/me/users')).headers['emulator-scenario-applied']).toBeUndefined();
  await institution.close();
});

test('a scenario that is activated again counts from zero', async () => {
  const institution = await startInstitution();
  for (let round = 0; round < 2; round++) {
    await control(institution).put(PATH).send({ select: 'rate-limit-burst;burst=1' });
    expect(await statuses(institution, 2)).toEqual([429, 200]);
  }
  await institution.close();
});

test('the scenario of the options is shown, and can be deactivated', async () => {
  const institution = await startInstitution({ scenario: 'flaky;share=1' });
  expect((await control(institution).get(PATH)).body).toEqual({
    active: [{ id: '1', scenario: 'flaky', parameters: { share: 1 }, calls: 0, fired: 0 }],
  });
  await control(institution).delete(PATH);
  expect(await statuses(institution, 1)).toEqual([200]);
  await institution.close();
});

test.each([
  ['an unknown scenario', { select: 'flakey' }, /did you mean "flaky"/],
  ['a parameter out of range', { select: 'flaky;share=2' }, /takes a number from 0 to 1, not 2/],
  ['two that cannot be active together', { select: 'drip, drip;bytes=5' }, /cannot be active together/],
  ['a body without a selection', {}, /expected a string/],
  ['a selection of another type', { select: ['flaky'] }, /expected a string, found \["flaky"\]/],
])('%s is refused, and the active scenarios stay', async (_, body, detail) => {
  const institution = await startInstitution({ scenario: 'flaky;share=1' });
  const response = await control(institution).put(PATH).send(body);
  expect(response.status).toBe(422);
  expect(response.type).toBe('application/problem+json');
  expect(response.body).toMatchObject({ pointer: '/select', detail: expect.stringMatching(detail) as string });
  expect(await statuses(institution, 1)).toEqual([500]);
  await institution.close();
});

test('a body that is not JSON is refused', async () => {
  const institution = await startInstitution();
  const response = await control(institution).put(PATH).type('json').send('{"select":');
  await institution.close();
  expect(response.status).toBe(400);
  expect(response.type).toBe('application/problem+json');
});

test('an unknown sandbox returns 404', async () => {
  const institution = await startInstitution();
  const response = await control(institution).put('/_emulator/sandboxes/nonsense/scenarios').send({ select: 'flaky' });
  await institution.close();
  expect(response.status).toBe(404);
  expect(response.body).toMatchObject({ detail: 'There is no sandbox "nonsense".' });
});

test('a path that cannot be decoded is refused', async () => {
  const institution = await startInstitution();
  const response = await control(institution).get('/_emulator/sandboxes/%E0/scenarios');
  await institution.close();
  expect(response.status).toBe(400);
  expect(response.type).toBe('application/problem+json');
});
