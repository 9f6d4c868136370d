import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from '../shared/service.js';
import { allUsers, Session } from './users.js';

const session = new Session(service);

test('reads more than one page', async () => {
  const users = await allUsers(session);
  assert.ok(users.length > 10);
  assert.ok(users.every(({ reqStatus }) => reqStatus));
});
