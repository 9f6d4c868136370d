/** Values that are nested too deep are refused at every door, so that whatever is kept can be shown and written. */

import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MOST_LEVELS_READ } from '../../../src/common/json.js';
import { readDocument, readJson } from '../../../src/contract/documents/read-document.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { problem, problemIn, startControlledEmulator } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const TOO_DEEP = [MOST_LEVELS_READ + 1, 10_000, 50_000];

test.each(TOO_DEEP)(
  'a body of %i levels on the control plane returns 422, and the state can be exported',
  async (levels) => {
    const body = `{"email":"a@example.com","firstName":"A","lastName":"B","credentials":[{"provider":"GITHUB","contractId":"00","issuedAt":"-P1D","metadata":${nested(levels)}}]}`;
    const response = await controlled
      .control('post', '/sandboxes/default/world/parties')
      .set('Content-Type', 'application/json')
      .send(body);
    expect(problemIn(response)).toMatchObject(problem(422, { pointer: '' }));
    expect((await controlled.control('get', '/sandboxes/default/state')).status).toBe(200);
  },
);

test.each(TOO_DEEP)(
  'a body of %i levels on the data plane returns 400, and the journal can be read',
  async (levels) => {
    const sandbox = await controlled.sandbox('default');
    const response = await sandbox
      .post('/institutions/me/credentials/request', {})
      .set('Content-Type', 'application/json')
      .send(nested(levels));
    expect([response.status, response.body]).toMatchObject([400, { error: 'invalid_request' }]);
    for (const path of ['/journal', '/journal?party=ben', '/journal/har', '/behaviour', '/fidelity', '/bundle'])
      expect([path, (await sandbox.control('get', path)).status]).toEqual([path, 200]);
    expect((await sandbox.control('get', '/pact?consumer=c')).status).toBe(200);
  },
);

test.each(TOO_DEEP)('a file of %i levels is refused by its name, as JSON and as YAML', async (levels) => {
  await using folder = await temporaryFolder();
  const file = `${folder.path}/deep.json`;
  await writeFile(file, nested(levels));
  const refusal = /deep\.json: objects and arrays are nested more than 100 levels deep/;
  expect(() => readJson(file)).toThrow(refusal);
  expect(() => readDocument(file)).toThrow(refusal);
});

test.each([
  ['lists', `${'- '.repeat(50_000)}x\nafter: 1\n`],
  ['keys', `${'? '.repeat(50_000)}x\n`],
  ['lists that do not end', '['.repeat(50_000)],
  ['indented maps', Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
])('a YAML file of deeply nested %s is refused by its name', async (_, text) => {
  await using folder = await temporaryFolder();
  const file = `${folder.path}/deep.yaml`;
  await writeFile(file, text);
  expect(() => readDocument(file)).toThrow(/deep\.yaml: objects and arrays are nested more than 100 levels deep/);
});

test('a second document in a file is refused at its line', async () => {
  await using folder = await temporaryFolder();
  const file = `${folder.path}/two.yaml`;
  await writeFile(file, 'a: 1\n---\nb: 2\n');
  expect(() => readDocument(file)).toThrow(/two\.yaml:2:1: a second document begins here; a file has one/);
});

test(`a file of ${MOST_LEVELS_READ} levels is read`, async () => {
  await using folder = await temporaryFolder();
  const file = `${folder.path}/deep.json`;
  await writeFile(file, nested(MOST_LEVELS_READ));
  expect(readJson(file)).toEqual(readDocument(file).data);
});
