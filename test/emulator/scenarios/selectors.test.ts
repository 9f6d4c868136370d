/** A selection has the same effect from each selector: the sandbox, the client ID, the header, or the party that a call concerns. */

import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution, tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';
import { goodCalls, responseTo } from './good-calls.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
testExchanges(new URL('selectors.yaml', import.meta.url), sandboxesOf(institution.emulator), {
  plain: (_, id = '', secret = '') => basic(id, secret),
  /** ID and secret are form-encoded first (RFC 6749 section 2.3.1). */
  basic: (_, id = '', secret = '') => basic(encodeURIComponent(id), encodeURIComponent(secret)),
});

test('concurrent calls with different headers each get only their own selection', async () => {
  const selections: [selection: string | undefined, status: number][] = [
    [undefined, 200],
    ['token-expired', 401],
    ['institution-suspended', 403],
    ['flaky;share=1', 500],
    ['rate-limit-steady;requests=0', 429],
    ['latency;from="1ms";to="20ms"', 200],
  ];
  const calls = Array.from({ length: 240 }, (_, call) => selections[(call * 7) % selections.length]!);
  const answers = await Promise.all(calls.map(([selection]) => responseTo(institution, good.getUsers, selection)));
  const seen = answers.map(({ status, headers }) => [status, headers.get('emulator-scenario-applied')]);
  expect(seen).toEqual(calls.map(([selection, status]) => [status, selection?.split(';')[0] ?? null]));
});

test("clients with different suffixes, and one without, do not get each other's scenarios", async () => {
  const suffixes = ['+institution-suspended', '', '+rate-limit-steady;requests=0'];
  const clients = await Promise.all(
    suffixes.map(async (suffix) => {
      const token = await tokenOf({ ...institution.emulator, clientId: `demo-institution${suffix}` });
      return { ...good.getUsers, headers: { Authorization: `Bearer ${token}` } };
    }),
  );
  const calls = Array.from({ length: 60 }, (_, call) => clients[call % 3]!);
  const statuses = await Promise.all(calls.map(async (call) => (await responseTo(institution, call)).status));
  expect(statuses).toEqual(calls.map((_, call) => [403, 200, 429][call % 3]));
});

test('a selection of one emulator does not reach another', async () => {
  const selecting = await startInstitution({ scenario: 'institution-suspended' });
  const statuses = [(await selecting.get('/institutions/me/users')).status];
  statuses.push((await responseTo(institution, good.getUsers)).status);
  await selecting.close();
  expect(statuses).toEqual([403, 200]);
});
