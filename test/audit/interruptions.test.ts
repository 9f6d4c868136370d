/** Services that refuse connections for a moment, and lists that become shorter while they are read. */

import { expect, test } from 'vitest';
import { budget } from '../budget.js';
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

test.concurrent.each(budget({ short: [false], long: [false, true] }))(
  'a client that waits for items that are gone never ends: %j',
  { timeout: 120_000 },
  async (isMistaken) => {
    const report = await audit(
      `const token = await login();
       let offset = 0, total, first;
       while (offset < (${isMistaken} ? first : total) || total === undefined) {
         const response = await send(token, '/institutions/me/human-scores?limit=100&offset=' + offset);
         const { items, pagination } = await response.json();
         total = pagination.total;
         first ??= total;
         offset += items.length;
         await pause(${isMistaken} && items.length === 0 ? 200 : 0);
       }`,
      'getHumanScores:removed-items',
    );
    const ids = idsOf(report);
    if (isMistaken) expect(ids[0]).toMatch(/^getHumanScores:removed-items:(?:hung|misbehaved)$/);
    else expect(ids).toEqual([]);
  },
);
