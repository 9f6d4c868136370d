/** What the control plane says while the store of several replicas is not reachable. */

import request from 'supertest';
import { expect } from 'vitest';
import { ajv, operations, pathOf } from '../../emulator/control/documented-operations.js';
import { startReplicas } from './replicas.js';
import { test } from './redis-test.js';

/** They say something of the process, or are refused with every shared store. */
const WITHOUT_STORE = [
  'getHealth',
  'getLiveness',
  'getServiceContract',
  'getControlContract',
  'getFidelity',
  'listScenarios',
  'openRecording',
  'createVerification',
  'getVerification',
  'deleteVerification',
  'setUpProviderState',
  'setUpDefaultProviderState',
];

const VALUES = {
  id: 'default',
  partyId: 'nobody',
  contractId: '00',
  activation: '1',
  hold: 'h1',
  exchange: '1',
  change: '1-1',
  verification: 'default',
};

test('without the store, every operation of the control plane that needs it responds with the documented 503', async () => {
  await using shared = await startReplicas({ population: 0 }, { count: 1 });
  const { url } = shared.replicas[0]!;
  await shared.redis.kill();
  const isProblem = ajv.compile({ $ref: 'control#/components/schemas/Problem' });
  const asked = operations.filter(({ id }) => id !== 'getReadiness');
  const responses = await Promise.all(
    asked.map(async (operation) => {
      const { method, query, bodies } = operation;
      const path = `/_emulator${pathOf(operation, VALUES)}${query}`;
      const { [method]: send } = request(url);
      return await send(path).send(bodies[0] as object);
    }),
  );
  const others = asked.filter(({ id, responses: documented }, at) => {
    const { status, type, headers, text } = responses[at]!;
    const body: unknown = responses[at]!.body;
    expect(Object.keys(documented), `${id} ${text}`).toContain(String(status));
    if (status !== 503) return true;
    expect(isProblem(body), id).toBe(true);
    expect({ id, type, retryAfter: headers['retry-after'] }).toEqual({
      id,
      type: 'application/problem+json',
      retryAfter: '1',
    });
    expect((body as { detail: string }).detail, id).toContain(`the store ${shared.redis.url} is not reachable`);
    return false;
  });
  expect(others.map(({ id }) => id)).toEqual(WITHOUT_STORE);
});
