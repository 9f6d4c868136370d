/** A response of the token endpoint may have a token that is not of this emulator's making. */

import { allAtOnce } from '../../../src/common/steps.js';
import { expect, test } from 'vitest';
import { exchangeOf } from '../../../src/emulator/journal/exchange-record.js';
import { recordOf } from '../../../src/emulator/journal/recorded-exchange.js';
import { Redactor } from '../../../src/emulator/redaction/redactor.js';

test.each(['{}', '{"jti":7,"exp":1}', '{"jti":"a"}', 'null'])(
  'a token with the claims %s is none that is known',
  (claims) => {
    const token = `e30.${Buffer.from(claims).toString('base64url')}.c2VhbA`;
    const record = recordOf({
      id: 1,
      at: '2026-01-31T09:00:00.000Z',
      received: 1,
      method: 'POST',
      path: '/oauth/token',
      query: '',
      operation: 'issueToken',
      status: 200,
      request: { headers: [] },
      response: { headers: [], body: { text: JSON.stringify({ access_token: token }) } },
      scenarios: [],
      diagnostics: [],
    });
    const redactor = new Redactor();
    expect(allAtOnce(exchangeOf(record, redactor))).not.toHaveProperty('issuedToken');
  },
);
