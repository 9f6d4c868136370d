/**
 * What is tried: the checks, in the folders that their packages are installed in. Packages share a folder where they can,
 * because an installation takes longer than most checks. A check is a file in `checks/`.
 */

import { classicLevel } from './checks/classic-level.js';
import { consumerVitest } from './checks/consumer-vitest.js';
import { exec } from './checks/exec.js';
import { jest } from './checks/jest.js';
import { jestCommonJs } from './checks/jest-common-js.js';
import { mcpClient, mcpSdk } from './checks/mcp.js';
import { mocha } from './checks/mocha.js';
import { msw, msw2 } from './checks/msw.js';
import { nock } from './checks/nock.js';
import { nodeTest } from './checks/node-test.js';
import { pact } from './checks/pact.js';
import { playwright } from './checks/playwright.js';
import { prism } from './checks/prism.js';
import { redis } from './checks/redis.js';
import { reportedTests } from './checks/reported-tests.js';
import { tsJest } from './checks/ts-jest.js';
import { types, typesOfNode10, typesOfOldest } from './checks/types.js';
import { vitest } from './checks/vitest.js';

/** The versions of Node.js; the suite itself runs on more. */
export const NODE_MAJORS = ['20', '24', '26'];

/** @type {readonly import('./types.js').Folder[]} */
export const FOLDERS = [
  { name: 'pacts', checks: [pact, consumerVitest, vitest, types] },
  { name: 'test runners', checks: [nodeTest, exec, mocha, jest, jestCommonJs, playwright] },
  {
    name: 'features',
    checks: [classicLevel, redis, mcpSdk, mcpClient, msw, nock, prism],
  },
  // What the newest versions do not do any more, or do not work with.
  { name: 'earlier versions', checks: [tsJest, typesOfNode10, msw2] },
  { name: 'oldest types', checks: [typesOfOldest] },
  // The oldest test runners that teams have.
  { name: 'old test runners', checks: reportedTests },
];
