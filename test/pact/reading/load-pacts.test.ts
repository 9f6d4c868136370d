/** Loads pacts from files, folders, patterns and URLs, and reports those that fail. */

import { createServer, type RequestListener } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { loadPacts } from '../../../src/pact/reading/load-pacts.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { listening, type Listening } from '../../listening.js';
import { pactV2, pactV3, usersInteraction } from '../pact-documents.js';

const folder = await temporaryFolder({
  'pacts/a.json': pactV2([usersInteraction(200)], { consumer: 'a' }),
  'pacts/deep/b.json': pactV3([usersInteraction(200)], { consumer: 'b' }),
  'pacts/package.json': '{}',
  'pacts/notes.txt': 'no pact',
  'other/c.json': pactV2([], { consumer: 'c', provider: 'payments' }),
  'broken.json': '{',
  'empty/.keep': '',
});
afterAll(() => folder[Symbol.asyncDispose]());

function at(path: string): string {
  return `${folder.path}/${path}`;
}

const serving = (listener: RequestListener): Promise<Listening> => listening(createServer(listener));

test('a folder means the pacts in it, at any depth, without other JSON files', async () => {
  const { pacts, problems, notices } = await loadPacts({ given: [at('pacts')] });
  expect(pacts.map(({ source }) => source)).toEqual([at('pacts/a.json'), at('pacts/deep/b.json')]);
  expect(problems).toEqual([]);
  expect(notices).toEqual([`${at('pacts/package.json')} is not a pact: left out`]);
});

test('a file that was cut off, is empty or is named like a pact is reported, not left out', async () => {
  const whole = pactV2([usersInteraction(200)], { consumer: 'a' });
  await using files = await temporaryFolder({
    'a-identity.json': whole,
    'cut.json': whole.slice(0, 20),
    'empty.json': '',
    'other-identity.json': '{}',
    'half.json': '{"interactions":[]}',
    'tsconfig.json': '{ // comment\n}',
    'texts.json': '{"messages":{"hello":"Hello"}}',
  });
  const { pacts, problems, notices } = await loadPacts({ given: [files.path] });
  expect(pacts).toHaveLength(1);
  expect(problems.map(({ source }) => source.slice(files.path.length + 1)).toSorted()).toEqual([
    'cut.json',
    'empty.json',
    'half.json',
    'other-identity.json',
  ]);
  expect(notices).toEqual(['texts', 'tsconfig'].map((name) => `${files.path}/${name}.json is not a pact: left out`));
});

test('user name and password in a URL are sent, and not reported', async () => {
  await using server = await serving((req, res) =>
    res.end(
      req.headers.authorization === `Basic ${Buffer.from('me:a b').toString('base64')}`
        ? pactV2([usersInteraction(200)])
        : 'no',
    ),
  );
  const { pacts } = await loadPacts({ given: [`${server.url.replace('//', '//me:a%20b@')}/pact`] });
  expect(pacts.map(({ source }) => source)).toEqual([`${server.url}/pact`]);
});

test('a pattern means the files that match it', async () => {
  const { pacts } = await loadPacts({ given: [at('**/[ab].json')] });
  expect(pacts.map(({ consumer }) => consumer)).toEqual(['a', 'b']);
});

test('a file that is given twice is loaded once', async () => {
  const { pacts } = await loadPacts({ given: [at('pacts/a.json'), at('pacts'), at('pacts/a.json')] });
  expect(pacts.map(({ consumer }) => consumer)).toEqual(['a', 'b']);
});

test('missing and broken files are reported, and the others are loaded', async () => {
  const { pacts, problems } = await loadPacts({
    given: [
      at('nowhere.json'),
      at('x*.json'),
      at('empty'),
      at('broken.json'),
      at('pacts/package.json'),
      at('pacts/a.json'),
    ],
  });
  expect(pacts).toHaveLength(1);
  expect(problems).toMatchObject([
    { source: at('x*.json'), message: 'no file matches this pattern; name another, or add --allow-empty' },
    { source: at('empty'), message: 'there are no JSON files in this folder; name another, or add --allow-empty' },
    { source: at('nowhere.json'), message: 'there is no such file' },
    { source: at('broken.json'), message: expect.stringContaining('line 1, column 2: not valid JSON') as string },
    {
      source: at('pacts/package.json'),
      message: expect.stringContaining('/consumer: expected an object, found nothing') as string,
    },
  ]);
});

test('several providers are reported, and one of them can be chosen', async () => {
  const given = [at('pacts'), at('other')];
  expect((await loadPacts({ given })).notices).toContain(
    'the pacts name 2 providers ("identity", "payments"), and all are verified; --provider chooses one',
  );
  const chosen = await loadPacts({ given, provider: 'identity' });
  expect(chosen.pacts.map(({ consumer }) => consumer)).toEqual(['a', 'b']);
  expect(chosen.notices).toContain(`${at('other/c.json')} is for the provider "payments", not "identity": left out`);
});

test('messages are left out, with a notice', async () => {
  await using files = await temporaryFolder({
    'a.json': JSON.stringify({
      consumer: { name: 'a' },
      provider: { name: 'b' },
      messages: [{ description: 'an event' }],
    }),
  });
  const { pacts, notices } = await loadPacts({ given: [files.path] });
  expect(pacts).toHaveLength(1);
  expect(notices).toEqual([
    `${files.path}/a.json: a message interaction is left out, because the service sends no messages: "an event"`,
  ]);
});

test('a URL is fetched with the token', async () => {
  await using server = await serving((req, res) =>
    res.end(req.headers.authorization === 'Bearer sesame' ? pactV2([usersInteraction(200)]) : 'no'),
  );
  const { pacts } = await loadPacts({ given: [`${server.url}/pact`], authorizationFor: () => 'Bearer sesame' });
  expect(pacts.map(({ source }) => source)).toEqual([`${server.url}/pact`]);
});

test('a URL without a pact is reported', async () => {
  await using server = await serving((_req, res) => res.writeHead(401).end());
  const { problems } = await loadPacts({ given: [`${server.url}/pact`, 'http://nowhere.invalid/pact'] });
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^the server responds with 401; no credentials were sent: --broker-token/) as string,
    expect.stringMatching(/^nothing answers at http:\/\/nowhere\.invalid\/pact \(E/) as string,
  ]);
});
