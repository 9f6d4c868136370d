/** Every operation returns each of its error statuses; the table and the contract list the same ones. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { responseViolations } from '../../../../src/contract/response.js';
import { shippedContract } from '../../../../src/start/shipped.js';
import { startInstitution } from '../../../institution.js';
import { cases, good, JSON_TYPE } from './provocations.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution());

test('the table has every error status of the contract', () => {
  const documented = [...shippedContract().operations.values()].flatMap(({ id, responses }) =>
    [...responses.keys()].filter((status) => status >= 400).map((status) => `${id} ${status}`),
  );
  expect(cases.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual(documented.toSorted());
});

test.each(cases)('$id returns $status', async ({ id, status, provocation }) => {
  const { method, path, type, body } = { ...good[id], ...provocation };
  let call = request(institution.emulator.url)[method](path);
  if (provocation.token !== 'none' && id !== 'issueToken' && id !== 'checkVerificationStatus')
    call = call.auth(institution.token, { type: 'bearer' });
  // Each case has its own counter of calls.
  if (provocation.scenario !== undefined)
    call = call.set('Emulator-Scenario', `${provocation.scenario};activation=${id}`);
  if (body !== undefined) call = call.type(type ?? JSON_TYPE).send(body);
  const response = await call;
  expect(response.status).toBe(status);
  const headers = Object.fromEntries(
    ['Content-Type', 'WWW-Authenticate', 'Retry-After', 'Cache-Control'].flatMap((name) => {
      const value = response.headers[name.toLowerCase()];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  expect(
    responseViolations(shippedContract().operations.get(id)!, { status, headers, body: response.body as unknown }),
  ).toEqual([]);
});
