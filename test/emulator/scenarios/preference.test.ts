/** The Prefer header (RFC 7240), with which clients of Prism select an example. */

import { expect, test } from 'vitest';
import { responseViolations } from '../../../src/contract/response.js';
import { shippedContract } from '../../../src/start/shipped.js';
import type { OperationId } from '../../../src/contract/operation.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import type { Answered } from '../../fetched.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';
import { responseTo, goodCalls, plainResponse } from './good-calls.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

testExchanges(new URL('preference.yaml', import.meta.url), sandboxesOf(institution.emulator));

function preferring(operation: OperationId, prefer: string): Promise<Answered> {
  const call = good[operation];
  return responseTo(institution, { ...call, headers: { ...call.headers, Prefer: prefer } });
}

const documented = [...shippedContract().operations.values()].flatMap(({ id, responses }) =>
  [...responses.keys()].map((code) => ({ id, code })),
);

test.each(documented)(
  'Prefer: code=$code is followed by $id, and the answer keeps to the contract',
  async ({ id, code }) => {
    const answer = await preferring(id, `code=${code}`);
    expect(answer.status).toBe(code);
    expect(answer.headers.get('preference-applied')).toBe(`code=${code}`);
    expect(responseViolations(shippedContract().operations.get(id)!, plainResponse(answer))).toEqual([]);
  },
);

const examples = [...shippedContract().operations.values()].flatMap(({ id, responses }) =>
  [...responses].flatMap(([status, response]) =>
    [...response.examples].map(([example, body]) => ({ id, status, example, body })),
  ),
);

test.each(examples)(
  'Prefer: code=$status, example=$example is followed by $id',
  async ({ id, status, example, body }) => {
    const answer = await preferring(id, `code=${status}, example=${example}`);
    expect(answer).toMatchObject({ status, json: body });
    expect(answer.headers.get('preference-applied')).toBe(`code=${status}, example=${example}`);
  },
);

const LENGTH = 15_000;

test.each([
  ['blanks before a malformed word', `example=${' '.repeat(LENGTH)}"z"z`],
  ['quotation marks', '"'.repeat(LENGTH)],
  ['escapes in a string without an end', '"\\'.repeat(LENGTH / 2)],
  ['commas', ','.repeat(LENGTH)],
])('a Prefer header of 15,000 characters is read at once: %s', async (_, prefer) => {
  const answer = await preferring('getUsers', prefer);
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
});
