import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Search, users } from './search.js';

test('the last text wins', async () => {
  const search = new Search();
  await search.type('alice');
  const shown = await Promise.all([search.type('a'), search.type('ar'), search.type('nina.novak')]);
  assert.deepEqual(shown, [false, false, true]);
  assert.deepEqual(new Set(search.rows.map(({ email }) => email)), new Set(['nina.novak@example.com']));
});

test('two boxes do not disturb each other', async () => {
  const [left, right] = [new Search(), new Search()];
  assert.deepEqual(await Promise.all([left.type('ben.brook'), right.type('stella.stone')]), [true, true]);
  assert.equal(left.rows[0].fullName, 'Ben Brook');
  assert.equal(right.rows[0].fullName, 'Stella Stone');
  assert.equal((await users({ limit: 3 })).length, 3);
});
