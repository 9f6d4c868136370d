/** The document is good OpenAPI by an independent linter's recommended rules. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shippedPath } from '../../src/documents/shipped-files.js';

test('redocly lint finds nothing in the contract', () => {
  const { stdout } = spawnSync(shippedPath('node_modules/.bin/redocly'), ['lint', 'spec/openapi.yaml', '--format=json'], {
    cwd: shippedPath(''),
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});
