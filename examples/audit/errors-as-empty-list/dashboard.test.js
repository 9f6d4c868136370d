import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from '../shared/service.js';
import { Dashboard } from './dashboard.js';

const dashboard = new Dashboard(service);

test('has a row for each user', async () => {
  const rows = await dashboard.rows(['alicearcher', 'benbrook']);
  assert.deepEqual(
    rows.map(({ username }) => username),
    ['alicearcher', 'benbrook'],
  );
});

test('lists pending requests', async () => {
  const pending = await dashboard.pending();
  assert.ok(pending.every((request) => request.id));
});
