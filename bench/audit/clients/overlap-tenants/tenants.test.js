import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Department, overview } from './tenants.js';

test('all departments see the same number', async () => {
  const departments = ['credit', 'fraud', 'support'].map((name) => new Department(name));
  const first = await overview(departments);
  assert.deepEqual(Object.keys(first), ['credit', 'fraud', 'support']);
  assert.equal(new Set(Object.values(first)).size, 1);
  assert.deepEqual(await overview(departments), first);
});

test('a department reads several things at once', async () => {
  const credit = new Department('credit');
  const fraud = new Department('fraud');
  const [users, scores, credentials] = await Promise.all([
    credit.get('/institutions/me/users?limit=2'),
    credit.get('/institutions/me/human-scores?limit=2'),
    fraud.get('/institutions/me/credentials?limit=2'),
  ]);
  for (const { items } of [users, scores, credentials]) assert.equal(items.length, 2);
});
