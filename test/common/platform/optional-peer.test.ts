/** Optional peers: the versions that serve, and one that cannot serve is reported in one line. */

import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import {
  MissingPeerError,
  resolveOptionalPeer,
  type OptionalPeer,
} from '../../../src/common/platform/optional-peer.js';
import { workingFolder } from '../../cli/temporary-folder.js';

const PEER: OptionalPeer = {
  name: '@example/verifier',
  oldest: '16.5',
  purpose: 'verifying pacts',
  install: 'npm install --save-dev @example/verifier',
};

/** A project in which the peer is installed in this version. */
function projectWith(version: string): ReturnType<typeof workingFolder> {
  const folder = 'node_modules/@example/verifier';
  return workingFolder({
    [`${folder}/package.json`]: JSON.stringify({ name: PEER.name, version, main: 'lib/index.js' }),
    [`${folder}/lib/index.js`]: '',
  });
}

test('package.json has a lower bound and no ceiling in a major for each optional peer, so that installing beside the next minor never ends in ERESOLVE', async () => {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(await readFile('package.json', 'utf8')) as {
    peerDependencies: Record<string, string>;
    peerDependenciesMeta: Record<string, { optional: boolean }>;
  };
  const bounded = /^\^\d+\.\d+\.\d+(?: \|\| \^\d+\.0\.0)*$/;
  expect(Object.entries(peerDependencies).filter(([, range]) => !bounded.test(range))).toEqual([]);
  expect(Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)).toEqual([]);
  // npm 10 ends with "Cannot read properties of null" over the peers of Vitest. Being optional is enough for pnpm and Yarn.
  expect(peerDependencies).not.toHaveProperty('vitest');
  expect(peerDependenciesMeta).toHaveProperty('vitest');
});

test.each(['13.2.0', '15.0.1', '16.4.9'])(
  'version %s is too old, which one line says with the remedy',
  async (version) => {
    await using _project = await projectWith(version);
    expect(() => resolveOptionalPeer(PEER)).toThrow(
      `verifying pacts needs @example/verifier 16.5 or newer, and ${version} is installed: npm install --save-dev @example/verifier`,
    );
  },
);

test.each(['16.5.0', '16.10.0', '17.0.0-beta.1', '20.1.0'])('version %s serves', async (version) => {
  await using project = await projectWith(version);
  expect(resolveOptionalPeer(PEER)).toContain(`${project.path}/node_modules/@example/verifier/lib/index.js`);
});

test('a peer that is not installed is reported in one line', async () => {
  await using _project = await workingFolder();
  expect(() => resolveOptionalPeer(PEER)).toThrow(
    'verifying pacts needs @example/verifier, which is not installed: npm install --save-dev @example/verifier',
  );
});

test('the fixture of an older vitest names the oldest that serves', async () => {
  vi.doMock('../../../src/common/platform/optional-peer.js', () => ({
    resolveOptionalPeer: (peer: OptionalPeer) => {
      throw new MissingPeerError(peer, { installed: '2.1.9' });
    },
  }));
  // The query makes it another module than the one that other tests of this process have.
  const fixture = '../../../src/testing/vitest.ts?older';
  await expect(import(fixture)).rejects.toThrow('id-emulator/vitest needs vitest 3.2 or newer, and 2.1.9 is installed');
  vi.doUnmock('../../../src/common/platform/optional-peer.js');
});
