/** `pact from-journal --minimal`: what no test has been shown to need is left out. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minimalPact } from '../../../src/pact/minimal-pact.js';
import type { PactDocument, ResponseDocument } from '../../../src/emulator/control/pact-document.js';
import { startEmulator } from '../../../src/index.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { tokenOf } from '../../institution.js';

function rule(match: string) {
  return { combine: 'AND' as const, matchers: [{ match }] };
}

const RESPONSE: ResponseDocument = {
  status: 200,
  headers: { 'Content-Type': ['application/json'] },
  body: {
    content: { items: [{ id: 1, name: { first: 'Ann', last: 'Lee' }, tags: ['new'] }], total: 1 },
    contentType: 'application/json',
    encoded: false,
  },
  matchingRules: {
    header: { 'Content-Type': rule('regex') },
    body: {
      '$.items': rule('type'),
      '$.items[*].id': rule('integer'),
      "$.items[*]['name'].first": rule('type'),
      '$.items[*].name.last': rule('type'),
      '$.items[*].tags': rule('type'),
      '$.total': rule('integer'),
    },
  },
};

function pactWith(response: ResponseDocument): PactDocument {
  return { interactions: [{ response }] } as unknown as PactDocument;
}

function minimal(needed: readonly string[] | undefined, response = RESPONSE): ResponseDocument {
  return minimalPact(pactWith(response), () => needed).interactions[0]!.response;
}

test('a needed member stays with the objects and lists around it, and with their rules', () => {
  const { body, matchingRules } = minimal(['items[].name.first']);
  expect(body!.content).toEqual({ items: [{ name: { first: 'Ann' } }] });
  expect(Object.keys(matchingRules!.body!)).toEqual(['$.items', "$.items[*]['name'].first"]);
});

test('a list of which no member is needed keeps its items', () => {
  expect(minimal(['items']).body!.content).toEqual({ items: [{}] });
  expect(minimal(['items[].tags']).body!.content).toEqual({ items: [{ tags: ['new'] }] });
});

test('a body of which nothing is needed is left out, and its rules with it', () => {
  const { body, matchingRules, headers } = minimal([]);
  expect(body).toBeUndefined();
  expect(matchingRules).toEqual({ header: { 'Content-Type': rule('regex') } });
  expect(headers).toEqual(RESPONSE.headers);
});

test('a response of which nothing is known, and an error, stay whole', () => {
  expect(minimal(undefined)).toEqual(RESPONSE);
  expect(minimal([], { ...RESPONSE, status: 404 })).toEqual({ ...RESPONSE, status: 404 });
});

test('the pact of a journal has only what the report of mutate says is needed', async () => {
  await using emulator = await startEmulator();
  const token = await tokenOf(emulator.defaultSandbox);
  for (const path of ['users?limit=2', 'human-scores?limit=2'])
    await fetch(`${emulator.apiUrl}/institutions/me/${path}`, { headers: { Authorization: `Bearer ${token}` } });
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'mutate.json');
  const members = [
    { place: 'items[].partyId', use: 'sent on' },
    { place: 'items[].reqStatus', use: 'read' },
    { place: 'items[].email', use: 'not read' },
  ];
  const issueToken = { operation: 'issueToken', members: [{ place: 'access_token', use: 'read' }] };
  await writeFile(file, JSON.stringify({ operations: [{ operation: 'getUsers', members }, issueToken], together: [] }));
  const { code, stdout, stderr } = await outcomeOf([
    'pact',
    'from-journal',
    ...['--url', emulator.url, '--consumer', 'web', '--minimal', file],
  ]);
  expect(code).toBe(0);
  const bodies = (JSON.parse(stdout) as PactDocument).interactions.map(({ response }) => response.body!.content);
  expect(bodies[0]).toEqual({ access_token: expect.any(String) as string });
  expect(Object.keys((bodies[1] as { items: object[] }).items[0]!).toSorted()).toEqual(['partyId', 'reqStatus']);
  expect(Object.keys(bodies[1] as object)).toEqual(['items']);
  expect(stderr).toContain(`kept whole: the responses of getHumanScores, which is not in ${file}\n`);
});

test('a file that is not a report of mutate is refused', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'other.json');
  await writeFile(file, '{"interactions":[]}');
  const { code, stderr } = await outcomeOf(['pact', 'from-journal', '--consumer', 'web', '--minimal', file]);
  expect([code, stderr]).toEqual([
    2,
    `id-emulator: --minimal: ${file} is not a report of mutate; write one with: id-emulator mutate --json -- npm test\n`,
  ]);
});
