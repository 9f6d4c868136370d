import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';
import { goodCalls, statusesOf } from '../good-calls.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

testExchanges(new URL('server.yaml', import.meta.url), sandboxesOf(institution.emulator));

test('flaky: about the given share of calls fails', async () => {
  const statuses = await statusesOf(institution, good.getUsers, 'flaky;share=0.3', 200);
  const failed = statuses.filter((status) => status === 500).length;
  expect(new Set(statuses)).toEqual(new Set([200, 500]));
  expect(failed).toBeGreaterThan(35);
  expect(failed).toBeLessThan(85);
});

test('flaky: the same seed fails the same calls, another seed fails others', async () => {
  const draws = [];
  for (const seed of [7, 7, 8]) {
    const drawn = await startInstitution({ seed });
    draws.push(await statusesOf(drawn, (await goodCalls(drawn)).getUsers, 'flaky;share=0.5', 40));
    await drawn.close();
  }
  expect(draws[1]).toEqual(draws[0]);
  expect(draws[2]).not.toEqual(draws[0]);
});
