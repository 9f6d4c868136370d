/** Services that refuse connections for a moment. */

import { expect, test, vi } from 'vitest';
import { saveFindings } from '../../src/cli/audit/save-findings.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
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

test('the bundle of a finding comes from a run that refuses connections, too', async () => {
  await using folder = await temporaryFolder();
  const run = vi.fn(() => Promise.resolve({ bundles: new Map() }));
  const entry = { call: { sandbox: 'default' }, fault: { meanwhile: 'refused', wait: 0 }, injections: [] };
  const finding = { id: 'getUsers', entry, observation: { facts: { exchanges: [], run: { command: ['true'] } } } };
  const audited = {
    findings: { baseline: [], faults: [finding] },
    report: { findings: [{}] },
    runs: { run, interrupted: new AbortController().signal },
    baseline: { duration: 1 },
  };
  await saveFindings(folder.path, audited as never);
  expect(run).toHaveBeenCalledWith(expect.objectContaining({ meanwhile: 'refused', wantsBundles: true }));
});
