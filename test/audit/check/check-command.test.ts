/** `audit --check` on the command line. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { outcomeOf } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { audit } from '../job.js';

const FINDING = {
  id: 'getUsers:throttled:gave-up',
  what: 'gave up',
  reaction: 'gave up',
  cells: ['getUsers:throttled:gave-up'],
  accepted: false,
};
const REPORT = { format: 'id-emulator-audit', version: 2, flags: {}, tests: [], findings: [FINDING], plan: [] };

test.each([
  ['a file that is no report', {}, [], '/format: expected "id-emulator-audit"'],
  ['a report without tests', { ...REPORT, tests: undefined }, [], 'tests'],
  [
    'an older report, whose findings have no reaction',
    { ...REPORT, findings: [{ ...FINDING, reaction: undefined }] },
    [],
    '/findings/0/reaction',
  ],
  ['a report without findings', { ...REPORT, findings: [] }, [], 'has no finding to check'],
  [
    'a finding that the report lacks',
    REPORT,
    ['--finding', 'getUsers:throttled:hung'],
    'has no finding "getUsers:throttled:hung"',
  ],
  ['a folder for findings', REPORT, ['--save', 'kept'], '--save: expected no --check, which only says what is mended'],
])('%s is refused', async (_, report, flags, message) => {
  await using folder = await temporaryFolder({ 'audit.json': JSON.stringify(report) });
  const { code, stderr, stdout } = await outcomeOf([
    'audit',
    '--check',
    `${folder.path}/audit.json`,
    ...flags,
    '--',
    'true',
  ]);
  expect(stderr).toContain(message);
  expect([code, stdout]).toEqual([2, '']);
});

const JOB = `
  const token = await login();
  const response = await send(token, '/institutions/me/users?limit=3');
  if (!response.ok) throw new Error('status ' + response.status);`;

test('a command that no longer passes fails the check, as JSON and JUnit XML', async () => {
  const report = await audit(JOB, 'getUsers:throttled');
  await using folder = await temporaryFolder({ 'audit.json': JSON.stringify(report) });
  const junit = `${folder.path}/check.xml`;
  const flags = ['--check', `${folder.path}/audit.json`, '--junit', junit];
  const { code, stdout } = await outcomeOf(['audit', ...flags, '--json', '--', ...report.command]);
  expect(JSON.parse(stdout)).toMatchObject({ format: 'id-emulator-check', findings: [{ verdict: 'new' }] });
  expect(code).toBe(1);
  expect(await readFile(junit, 'utf8')).toContain('failures="1"');
});
