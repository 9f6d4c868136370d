/** The fixtures for Vitest, used as a consumer uses them. `test/examples/` tests what they print. */

import { describe, expect } from 'vitest';
import type { Emulator } from '../../src/index.js';
import { emulatorTest, test } from '../../src/testing/vitest.js';
import { tokenOf } from '../institution.js';

const small = emulatorTest({ seed: 7, population: 0 });

describe('a suite', () => {
  test('the sandbox has the name of its test', ({ sandbox }) => {
    expect(sandbox.name).toMatch(/a suite > the sandbox has the name of its test$/);
  });

  test(`a name that is too long for the control plane is cut: ${'long '.repeat(60)}`, ({ sandbox }) => {
    expect(sandbox.name).toHaveLength(200);
  });
});

describe('sandboxes', () => {
  const opened: string[] = [];

  for (const which of ['one', 'another']) {
    test(`the sandbox of ${which} test is the only one beside the default`, ({ emulator, sandbox }) => {
      expect(emulator.sandboxes().map(({ id }) => id)).toEqual(['default', sandbox.id]);
      opened.push(sandbox.id);
    });
  }

  test('no two tests share a sandbox', () => {
    expect(new Set(opened).size).toBe(2);
  });

  test('a test may remove its sandbox', ({ sandbox }) => {
    sandbox.remove();
  });
});

describe('options', () => {
  small('hold for the sandbox of each test', ({ sandbox }) => {
    expect(sandbox.show()).toMatchObject({ seed: 7, population: 0 });
  });

  test('do not affect other emulators', ({ sandbox }) => {
    expect(sandbox.show()).toMatchObject({ seed: 1, population: 200 });
  });
});

describe('holds', () => {
  test('end one second before the time limit of the test', { timeout: 30_000 }, async ({ sandbox }) => {
    await sandbox.hold('getUsers');
    await sandbox.hold('getUsers', { endsAfter: 50 });
    const [own, given] = sandbox.holds.list();
    expect(own!.endsAfter).toBeLessThanOrEqual(29_000);
    expect(own!.endsAfter).toBeGreaterThan(10_000);
    expect(given!.endsAfter).toBe(50);
  });

  test('have no end in a test without a time limit', { timeout: 0 }, async ({ sandbox }) => {
    await sandbox.hold('getUsers');
    expect(sandbox.holds.list()[0]).not.toHaveProperty('endsAfter');
  });
});

describe('an emulator', () => {
  const seen = new Set<Emulator>();

  for (const time of ['first', 'second']) {
    test(`is shared by all tests of a worker, used for the ${time} time`, ({ emulator }) => {
      seen.add(emulator);
      expect(seen.size).toBe(1);
    });
  }
});

describe('further fixtures', () => {
  const authenticated = test.extend<{ token: string }>({
    token: async ({ sandbox }, use) => {
      await use(await tokenOf(sandbox));
    },
  });

  authenticated('build on the sandbox', ({ sandbox, token }) => {
    expect(token).toMatch(/^eyJ/);
    expect(sandbox.requests({ operation: 'issueToken' })).toHaveLength(1);
  });
});
