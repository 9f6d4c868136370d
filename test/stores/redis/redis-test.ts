/** A test that needs a Redis, and is skipped where its program is not installed. */

import { test as anyTest } from 'vitest';
import { REDIS_SERVER } from './redis-server.js';

export const test = anyTest.skipIf(REDIS_SERVER === undefined);
