/** A client that breaks each rule: proven broken by what it sent, or suspected where the exchanges cannot prove it. */

import { allAtOnce } from '../../../src/common/steps.js';
import { expect, test } from 'vitest';
import { judge, passes } from '../../../src/emulator/judge/judge.js';
import { RULES } from '../../../src/emulator/judge/rules.js';
import { journal, verdictOf, withoutKeepAlive, type Sketch } from './sketch.js';

const HOUR = 3_600_000;

const issue = (id: string, received: number): Sketch => ({
  received,
  operation: 'issueToken',
  issued: { id, life: HOUR },
});

/** The same request again and again, a tenth of a second apart. */
const repeated = (sketch: Omit<Sketch, 'received'>, times: number): Sketch[] =>
  Array.from({ length: times }, (_, at) => ({ ...sketch, received: at * 100 }));

const BAD_CLIENTS: Readonly<Record<string, readonly Sketch[]>> = {
  'one-token-request': [issue('a', 0), issue('b', 1), { received: 10, token: 'a' }, { received: 11, token: 'b' }],
  'reuse-token': [issue('a', 0), { received: 10, token: 'a' }, issue('b', 20), { received: 30, token: 'b' }],
  'token-with-every-call': [{ received: 0, status: 401 }],
  'drop-refused-token': repeated({ token: 'a', status: 401 }, 2),
  'accept-forbidden': [
    issue('a', 0),
    { received: 100, token: 'a', status: 403 },
    issue('b', 200),
    { received: 300, token: 'b', status: 403 },
    issue('c', 400),
  ],
  'no-token-in-public': [{ received: 0, token: 'a', operation: 'checkVerificationStatus' }],
  'no-secret-in-url': [{ received: 0, query: 'client_secret=x' }],
  'wait-as-told': repeated({ status: 429, responseHeaders: [['Retry-After', '2']] }, 2),
  'growing-pauses': [0, 6, 12].map((received): Sketch => ({ received, status: 500 })),
  'poll-slowly': repeated({ responseBody: { items: [] } }, 3),
  'repeat-no-post': repeated({ operation: 'createCredentialsRequest', status: 204, body: { partyId: 'ben' } }, 2),
  'no-hopeless-retry': repeated({ operation: 'resolveCredentials', status: 400 }, 3),
  'gapless-paging': [0, 11, 22, 33].map((offset) => ({
    received: offset * 10,
    query: `limit=10&offset=${offset}`,
    responseBody: { items: Array.from({ length: 10 }), pagination: { offset, limit: 10, total: 45 } },
  })),
  'bounded-batch': [
    {
      received: 0,
      operation: 'generateVerificationLinksBatch',
      body: { requests: Array.from({ length: 101 }, () => ({ contractId: '00' })) },
    },
  ],
  'right-media-type': [
    {
      received: 0,
      operation: 'generateVerificationLink',
      status: 415,
      headers: [['content-type', 'text/plain']],
      body: 'x',
    },
  ],
  'known-endpoints': [{ received: 0, operation: null, path: '/api/v1/institution/me/users', status: 404 }],
};

/** The rules whose violation nothing proves if the client opens a connection for each request. */
const BEYOND_PROOF_WITHOUT_KEEP_ALIVE = [
  'drop-refused-token',
  'accept-forbidden',
  'wait-as-told',
  'growing-pauses',
  'poll-slowly',
  'repeat-no-post',
  'no-hopeless-retry',
];

// Who polls and who reads for several users send the same.
const PROVABLE = RULES.map(({ id }) => id).filter((id) => id !== 'poll-slowly');

test.each(PROVABLE)('a client that breaks the rule %s is proven to', (rule) => {
  expect(verdictOf(rule, ...BAD_CLIENTS[rule]!)).toMatchObject({ verdict: 'fail' });
});

test('without keep-alive a client that breaks a rule is proven to, or suspected with a reason', () => {
  const suspected = RULES.flatMap(({ id, doubt }) => {
    const verdict = verdictOf(id, ...withoutKeepAlive(BAD_CLIENTS[id]!));
    if (verdict.verdict === 'fail') return [];
    expect(verdict, id).toMatchObject({ verdict: 'suspected', doubt, offences: [expect.anything()] });
    return id;
  });
  expect(suspected).toEqual(BEYOND_PROOF_WITHOUT_KEEP_ALIVE);
});

/** The rules that several clients, or tests of one, seem to break together. */
const OF_ONE_CLIENT = ['one-token-request', 'reuse-token', 'growing-pauses', 'repeat-no-post', 'no-hopeless-retry'];

test.each(OF_ONE_CLIENT)('requests that three tests may have sent leave the rule %s suspected', (id) => {
  const verdict = allAtOnce(judge(journal(...BAD_CLIENTS[id]!), { senders: 3 })).find(({ rule }) => rule === id);
  expect(verdict).toMatchObject({ verdict: 'suspected', doubt: expect.stringContaining('Several') as string });
});

test('a suspected rule fails only a strict judgement', () => {
  const verdicts = allAtOnce(judge(journal(...withoutKeepAlive(BAD_CLIENTS['wait-as-told']!))));
  expect([passes(verdicts), passes(verdicts, { strict: true })]).toEqual([true, false]);
});
