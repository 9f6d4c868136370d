/** Credentials of HTTP Basic are read and written in one way, in Node.js and in browsers. */

import { expect, test } from 'vitest';
import { basicHeader, basicPair } from '../../src/common/http-basic.js';

test.each([
  ['demo', 'secret'],
  ['demo', 'with:colon'],
  ['größe', '日本'],
  ['', ''],
])('%s and %s come back as they were', (id, secret) => {
  const [, credentials = ''] = basicHeader(id, secret).split(' ');
  expect(credentials).toBe(Buffer.from(`${id}:${secret}`).toString('base64'));
  expect(basicPair(credentials)).toEqual({ id, secret });
});

test.each([
  ['without padding', 'ZGVtbzpz'.slice(0, -1)],
  ['with another alphabet', 'not-base64'],
  ['with a marker of the journal', '~other-secret~'],
  ['with bits behind the last byte', 'eDp5eR=='],
  ['without a colon', btoa('demo')],
  ['empty', ''],
])('credentials %s are none', (_, credentials) => {
  expect(basicPair(credentials)).toBeUndefined();
});
