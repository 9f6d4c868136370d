/** Files of accepted findings, as `--accept` reads them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceptedText, AUDIT, readAccepted } from '../../../src/contract/documents/accepted-findings.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

test('a finding without a list of cells accepts the cell of its own ID, and one with a list accepts those alone', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'audit.json');
  const findings = [{ id: 'getUsers:silent' }, { id: 'getUsers:expired', cells: ['issueToken:expired'] }];
  await writeFile(file, JSON.stringify({ ...AUDIT, findings }));
  expect([...readAccepted(file, AUDIT)]).toEqual(['getUsers:silent', 'issueToken:expired']);
});

test('a written file accepts the cells of its findings', async () => {
  const cells = ['getUsers:silent', 'getCredentials:silent'];
  const text = acceptedText([{ id: 'silent', what: 'The client waits for ever.', cells }], AUDIT);
  await using folder = await temporaryFolder({ 'audit.json': text });
  expect([...readAccepted(join(folder.path, 'audit.json'), AUDIT)]).toEqual(cells);
});
