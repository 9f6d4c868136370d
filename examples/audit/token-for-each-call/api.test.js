import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from '../shared/service.js';
import { credentialsOf, findParty, scoreOf } from './api.js';

test('finds a party, its credentials and its score', async () => {
  const partyId = await findParty(service, 'alicearcher');
  assert.ok(partyId);
  assert.ok((await credentialsOf(service, partyId)).length > 0);
  assert.ok((await scoreOf(service, partyId)) > 50);
});
