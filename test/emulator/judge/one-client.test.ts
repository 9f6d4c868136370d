/** `oneClient` states that one client sends its requests one after the other: then their order is proof. */

import { expect, test } from 'vitest';
import { verdictBy, verdictOf, withoutKeepAlive, type Sketch } from './sketch.js';

/** A client without keep-alive that ignores `Retry-After`. */
const impatient = withoutKeepAlive([
  { received: 0, status: 429, responseHeaders: [['Retry-After', '5']] },
  { received: 600 },
]);

test('a client that opens a connection for each request and ignores Retry-After is suspected', () => {
  expect(verdictOf('wait-as-told', ...impatient).verdict).toBe('suspected');
});

test('with oneClient, it breaks the rule', () => {
  expect(verdictBy({ oneClient: true }, 'wait-as-told', ...impatient)).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2],
  });
});

test('with oneClient, an impatient request that arrives soon breaks the rule, too', () => {
  const [refused, again] = impatient as [Sketch, Sketch];
  const soon = withoutKeepAlive([refused, { ...again, received: 8 }]);
  expect(verdictBy({ oneClient: true }, 'wait-as-told', ...soon).verdict).toBe('fail');
});

test('requests that were under way at once refute oneClient, and the doubt says which', () => {
  const parallel = withoutKeepAlive([
    { received: 10_000, duration: 50, operation: 'getCredentials' },
    { received: 10_020, duration: 50, operation: 'getHumanScores' },
  ]);
  expect(verdictBy({ oneClient: true }, 'wait-as-told', ...impatient, ...parallel)).toMatchObject({
    verdict: 'suspected',
    doubt: expect.stringContaining('Requests #3 and #4 were under way at once, so oneClient does not hold.') as string,
  });
});

test('with oneClient, a response that the client did not get proves nothing', () => {
  const [refused, again] = impatient as [Sketch, Sketch];
  const lost = { ...refused, duration: null };
  expect(verdictBy({ oneClient: true }, 'wait-as-told', lost, again).verdict).toBe('not-seen');
});

/** Two logins of one client, the second while the first token is valid. */
const logins: readonly Sketch[] = [0, 600].map((received, at) => ({
  received,
  operation: 'issueToken',
  issued: { id: `t${at}`, life: 3_600_000 },
}));

test('with oneClient, rules that presume one client are broken in a sandbox that several may use', () => {
  expect(verdictBy({ senders: Infinity }, 'reuse-token', ...logins)).toMatchObject({ verdict: 'suspected' });
  expect(verdictBy({ senders: Infinity, oneClient: true }, 'reuse-token', ...logins)).toMatchObject({
    verdict: 'fail',
  });
});

test('Retry-After binds the client that got it: what another access token asks may come from a fresh client', () => {
  const refused = { received: 0, token: 'one', status: 429, responseHeaders: [['Retry-After', '2']] } as const;
  const [same, fresh] = ['one', 'two'].map((token) => [refused, { received: 905, token }] as const);
  const rule = 'wait-as-told';

  expect(verdictBy({ senders: Infinity }, rule, ...same!)).toMatchObject({ verdict: 'fail' });
  expect(verdictBy({ senders: Infinity }, rule, ...fresh!)).toMatchObject({ verdict: 'suspected' });
  expect(verdictBy({ senders: Infinity, oneClient: true }, rule, ...fresh!)).toMatchObject({ verdict: 'fail' });
  expect(verdictBy({ senders: 1 }, rule, ...fresh!)).toMatchObject({ verdict: 'fail' });
});
