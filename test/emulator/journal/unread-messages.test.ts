/** Who looks for a few of many exchanges does not search the messages of all for secrets. */

import { expect, test, vi } from 'vitest';
import { allAtOnce } from '../../../src/common/steps.js';
import { exchangeReader } from '../../../src/emulator/journal/exchange-record.js';
import { selectExchanges } from '../../../src/emulator/journal/query.js';
import { recordOf } from '../../../src/emulator/journal/recorded-exchange.js';
import { judge } from '../../../src/emulator/judge/judge.js';
import { KnownValues } from '../../../src/emulator/redaction/known-values.js';
import { Redactor } from '../../../src/emulator/redaction/redactor.js';
import { journal } from '../judge/sketch.js';

const MANY = 200;
const BODY = JSON.stringify({ items: [] });
const RECORDS = journal(
  ...Array.from({ length: MANY }, (_, at) => ({
    received: 10 * at,
    token: 'one',
    status: at === 0 ? 404 : 200,
    headers: [['x-client', 'tests']] as const,
    responseBody: BODY,
  })),
).map(recordOf);

function redactor(): Redactor {
  return new Redactor({ values: new KnownValues() });
}

test('a query by status reads no header and no body', () => {
  const used = redactor();
  const [field, text] = [vi.spyOn(used, 'field'), vi.spyOn(used, 'text')];
  const found = allAtOnce(selectExchanges(RECORDS.map(exchangeReader(used)), { status: 404 }));
  expect(found.map(({ id }) => id)).toEqual([1]);
  expect(field).not.toHaveBeenCalled();
  expect(text).not.toHaveBeenCalledWith(BODY);
});

test('the judge has a header and a body that come again searched once', () => {
  const used = redactor();
  const [field, text] = [vi.spyOn(used, 'field'), vi.spyOn(used, 'text')];
  const exchanges = RECORDS.map(exchangeReader(used));
  expect(allAtOnce(judge(exchanges)).find(({ rule }) => rule === 'token-with-every-call')).toMatchObject({
    count: MANY,
  });
  expect(field.mock.calls.filter(([name]) => name === 'x-client')).toHaveLength(1);
  expect(text.mock.calls.filter(([searched]) => searched === BODY)).toHaveLength(1);
});
