import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from '../shared/service.js';
import { Onboarding } from './onboarding.js';

test('asks for the credentials that are missing', async () => {
  const asked = await new Onboarding(service).onboard('benbrook', ['REDDIT', 'DISCORD']);
  assert.deepEqual(asked, ['REDDIT', 'DISCORD']);
});
