import assert from 'node:assert/strict';
import { IdEmulatorContainer } from 'id-emulator/testcontainers';
import { GenericContainer } from 'testcontainers';

const container = new IdEmulatorContainer('id-emulator').withOptions({ seed: 7 });
assert.ok(container instanceof GenericContainer);
assert.throws(() => container.withOptions({ seed: 'seven' }), /seed/);
