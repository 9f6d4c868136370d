import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Consents } from './consents.js';

const ben =
  'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';

test('an old entry is shown at once and loaded anew', async () => {
  const consents = new Consents(process.env, 0);
  const first = await consents.open.get('paula.penrose@example.com');
  assert.deepEqual(first, ['GOOGLE']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(await consents.open.get('paula.penrose@example.com'), first);
  await consents.open.idle();
});

test('a new request is shown, although the list was just being loaded', async () => {
  const consents = new Consents(process.env, 0);
  assert.ok(!(await consents.open.get('ben.brook@example.com')).includes('DISCORD'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await consents.open.get('ben.brook@example.com'); // starts a reload
  await consents.ask(ben, 'ben.brook@example.com', 'DISCORD');
  await consents.open.idle();
  consents.open.maxAge = 60_000;
  assert.ok((await consents.open.get('ben.brook@example.com')).includes('DISCORD'));
});
