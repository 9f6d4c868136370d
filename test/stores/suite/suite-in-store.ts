/**
 * What a run with `TEST_STORE=folder` or `TEST_STORE=redis` needs beside the usual configuration: the tests are the same
 * files, and the emulators that they start keep their sandboxes in a store.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { REDIS_SERVER } from '../redis/redis-server.js';
import { LEFT_OUT } from './left-out.js';
import { storeOfRun } from './store-of-run.js';

/** Folders whose tests start what they need as processes or packages of their own, or need no emulator. */
const OTHERS = ['audit', 'bench', 'cli', 'examples', 'generators', 'package', 'simulation', 'stores', 'users'];

/** @throws Error if the variable has an unknown value, or if a file that is left out is not there */
export function suiteInStore(): ViteUserConfig {
  const isMissing = storeOfRun() === 'redis' && REDIS_SERVER === undefined;
  const own = (name: string): string => join(import.meta.dirname, name);
  const gone = LEFT_OUT.find(({ file }) => !existsSync(own(`../../${file}`)));
  if (gone !== undefined) throw new Error(`left-out.yaml: there is no test/${gone.file}`);

  return {
    plugins: [
      {
        name: 'emulators-in-store',
        enforce: 'pre',
        resolveId: (source: string, importer?: string) =>
          /^(?:\.\.\/)+src\/index\.js$/.test(source) &&
          importer !== undefined &&
          !importer.startsWith(import.meta.dirname)
            ? own('public-names.ts')
            : undefined,
      },
    ],
    test: {
      // Each file starts its emulators as soon as it is read.
      include: isMissing ? [] : ['test/**/*.test.ts'],
      passWithNoTests: isMissing,
      exclude: ['**/node_modules/**', `test/{${OTHERS.join(',')}}/**`, '**/*.tools.test.ts'],
      // Each call of a method of a sandbox is a request, and some tests make thousands.
      testTimeout: 120_000,
      // What one replica has answered comes to the other by the store.
      expect: { poll: { timeout: 10_000 } },
      runner: own('selecting-runner.ts'),
      reporters: ['default', own('left-out-reporter.ts')],
    },
  };
}
