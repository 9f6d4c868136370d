/** Services that refuse connections for a moment. */

import { expect, test } from 'vitest';
import { audit, idsOf } from './job.js';

test.concurrent('a program that dies because connections are refused has crashed', { timeout: 120_000 }, async () => {
  const report = await audit(
    `const token = await login();
     for (let wait = 100; ; wait *= 2) {
       try {
         await send(token, '/institutions/me/users?limit=3');
         break;
       } catch ({ cause }) {
         if (cause.code === 'ECONNREFUSED') process.kill(process.pid, 'SIGSEGV');
         await pause(wait);
       }
     }`,
    'getUsers:reset,getUsers:connection-refused',
  );
  expect(idsOf(report)).toEqual(['getUsers:connection-refused:crashed']);
  expect(report.findings[0]!.repeat).toContain('id-emulator audit --only getUsers:connection-refused -- ');
});

test.concurrent('a client that waits while connections are refused has no finding', async () => {
  const report = await audit(
    `const token = await login();
     for (let wait = 100; wait < 5_000; wait *= 2) {
       const response = await send(token, '/institutions/me/users?limit=3').catch(() => undefined);
       if (response !== undefined) process.exit(0);
       await pause(wait);
     }
     process.exit(1);`,
    'getUsers:connection-refused',
  );
  expect(idsOf(report)).toEqual([]);
  expect(report.plan).toMatchObject([{ fault: 'connection-refused', reaction: 'recovered' }]);
});
