import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from '../shared/service.js';
import { createDirectory } from './directory.js';

const directory = createDirectory(service);

test('finds a person by username', async () => {
  const [person] = await directory.find('benbrook');
  assert.match(person.partyId, /^party::/);
});

test('lists the credentials of a person', async () => {
  const [{ partyId }] = await directory.find('alicearcher');
  const credentials = await directory.credentials(partyId);
  assert.ok(credentials.length > 1);
});
