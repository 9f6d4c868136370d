/** A recording is a fixture with the same world for a consumer and without personal data. */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedContract } from '../../../src/start/shipped.js';
import { temporaryFolder, type TemporaryFolder } from '../../cli/temporary-folder.js';
import { startInstitution } from '../../institution.js';
import { startProxied, type Proxied, type UpstreamResponse } from './proxied.js';

type Get = Proxied['get'];
type Item = Readonly<Record<string, unknown>>;

interface Walk {
  readonly users: readonly Item[];
  readonly credentials: readonly Item[];
  readonly scores: readonly Item[];
}

let folder: TemporaryFolder;
let original: Walk;
/** All responses of the upstream. */
let responses: unknown[];
let secrets: string[];
let files: ReadonlyMap<string, string>;
let recordingFolder: string;
let notes: readonly string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  recordingFolder = join(folder.path, 'recording');
  await using proxied = await startProxied({ emulator: { population: 40 }, proxy: { record: recordingFolder } });
  original = await walk(proxied.get);
  const resolved = await Promise.all(
    original.users.map(({ partyId }) => proxied.get(`/institutions/me/credentials/resolve?partyId=${String(partyId)}`)),
  );
  const link = await proxied.post('/verification/generate-link', {
    contractId: original.credentials[0]!['contractId'],
  });
  const { token, verificationUrl } = link.body as { token: string; verificationUrl: string };
  const check = await proxied.get(`/verification/check/${token}`);
  responses = [original, resolved.map(({ body }) => body as unknown), check.body];
  secrets = [proxied.token, token, verificationUrl, proxied.emulator.clientSecret, proxied.emulator.clientId];
  ({ notes } = (await proxied.proxy.close())!);
  files = new Map(
    await Promise.all(
      (await readdir(recordingFolder)).map(
        async (name) => [name, await readFile(join(recordingFolder, name), 'utf8')] as const,
      ),
    ),
  );
}, 90_000);

afterAll(() => folder[Symbol.asyncDispose]());

test('a recording is a fixture, and the settings that start it', () => {
  expect([...files.keys()].sort()).toEqual(['fixture.yaml', 'id-emulator.config.yaml']);
});

test('a recording contains no text of the real world', () => {
  const text = [...files.values()].join('\n');
  const real = textsIn(responses);
  expect(real.size).toBeGreaterThan(500);
  expect([...real].filter((value) => text.includes(value))).toEqual([]);
});

test('a recording contains no tokens and no client credentials', () => {
  const text = [...files.values()].join('\n');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('an emulator that starts from a recording has the same world', async () => {
  const recorded = await walkRecording();
  expect(tally(recorded.users, ['kycProvider', 'reqStatus', 'kycStatus', 'status'])).toEqual(
    tally(original.users, ['kycProvider', 'reqStatus', 'kycStatus', 'status']),
  );
  expect(tally(recorded.credentials, ['provider', 'kycStatus', 'freshness'])).toEqual(
    tally(original.credentials, ['provider', 'kycStatus', 'freshness']),
  );
  expect(
    tally(recorded.scores.map(scoreOf), [
      'totalScore',
      'confidenceLevel',
      'breakdown',
      'providerCount',
      'ages',
      'emails',
    ]),
  ).toEqual(
    tally(original.scores.map(scoreOf), [
      'totalScore',
      'confidenceLevel',
      'breakdown',
      'providerCount',
      'ages',
      'emails',
    ]),
  );
});

test('equal real values have equal pseudonyms', async () => {
  const recorded = await walkRecording();
  const shape = (items: readonly Item[]): number[] => groupSizes(items.map(({ partyId }) => String(partyId)));
  expect(shape(recorded.users)).toEqual(shape(original.users));
  expect(shape(recorded.credentials)).toEqual(shape(original.credentials));
  const emails = (items: readonly Item[]): number[] =>
    groupSizes(items.map(({ metadata }) => String((metadata as Item)['email'])));
  expect(emails(recorded.credentials)).toEqual(emails(original.credentials));
});

test('the same exchanges and seed give the same pseudonyms, another seed gives others', async () => {
  const record = async (name: string, seed: number): Promise<string> => {
    await using proxied = await startProxied({
      emulator: { population: 0, now: '2026-01-31T09:00:00Z' },
      proxy: { record: join(folder.path, name), seed },
    });
    await proxied.get('/institutions/me/users?limit=100');
    await proxied.proxy.close();
    return await readFile(join(folder.path, name, 'fixture.yaml'), 'utf8');
  };
  const first = await record('first', 7);
  expect(await record('second', 7)).toBe(first);
  expect(await record('third', 8)).not.toBe(first);
});

test('a complete recording has no notes', () => {
  expect(notes).toEqual([]);
});

test('a date in the year 9999 and a status that the emulator does not derive are recorded as closely as possible', async () => {
  const alter = ({ body }: UpstreamResponse): void => {
    for (const item of (body as { items: Record<string, unknown>[] }).items)
      Object.assign(
        item,
        'expirationDate' in item ? { expirationDate: '9999-12-31T23:59:59Z' } : { kycStatus: 'SUCCESSFUL' },
      );
  };
  await using proxied = await startProxied({
    emulator: { population: 0 },
    alter,
    proxy: { record: join(folder.path, 'odd') },
  });
  await wholeList(proxied.get, 'users');
  const credentials = await wholeList(proxied.get, 'credentials');
  const recording = await proxied.proxy.close();
  expect(recording!.notes).toEqual([
    `${recording!.requests} users will have another kycStatus in the emulator, which derives it from request and credential`,
  ]);
  const institution = await startInstitution({ fixture: join(folder.path, 'odd/fixture.yaml'), population: 0 });
  const recorded = await wholeList(institution.get, 'credentials');
  await institution.close();
  expect(recorded.map(({ kycStatus }) => kycStatus === 'EXPIRED')).toEqual(credentials.map(() => false));
});

test('a recording of part of a list notes how much is missing', async () => {
  await using proxied = await startProxied({ proxy: { record: join(folder.path, 'part') } });
  await proxied.get('/institutions/me/users?limit=5');
  const recording = await proxied.proxy.close();
  expect(recording).toMatchObject({ requests: 5 });
  expect(recording!.notes).toEqual([expect.stringMatching(/^getUsers has \d+ entries, 5 were returned/)]);
});

test('without exchanges, nothing is written', async () => {
  await using proxied = await startProxied({ proxy: { record: join(folder.path, 'nothing') } });
  expect(await proxied.proxy.close()).toEqual({ parties: 0, credentials: 0, requests: 0, notes: [] });
  expect(await readdir(folder.path)).not.toContain('nothing');
});

test('an empty folder is accepted, a folder with files is rejected before the start', async () => {
  await mkdir(join(folder.path, 'taken'));
  const start = (): Promise<Proxied> => startProxied({ proxy: { record: join(folder.path, 'taken') } });
  await (await start())[Symbol.asyncDispose]();
  await writeFile(join(folder.path, 'taken', 'notes.txt'), 'mine');
  await expect(start()).rejects.toMatchObject({
    name: 'RecordError',
    message: expect.stringContaining('not empty') as string,
  });
  await expect(startProxied({ proxy: { record: join(folder.path, 'no', 'such', 'folder') } })).rejects.toThrow(
    /cannot create the folder/,
  );
});

async function walkRecording(): Promise<Walk> {
  const institution = await startInstitution({ fixture: join(recordingFolder, 'fixture.yaml'), population: 0 });
  const walked = await walk(institution.get);
  await institution.close();
  return walked;
}

async function walk(get: Get): Promise<Walk> {
  const [users, credentials, scores] = await Promise.all(
    ['users', 'credentials', 'human-scores'].map((list) => wholeList(get, list)),
  );
  return { users: users!, credentials: credentials!, scores: scores! };
}

async function wholeList(get: Get, list: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { body } = (await get(`/institutions/me/${list}?limit=100&offset=${items.length}`)) as {
      body: { items: Item[]; pagination: { total: number } };
    };
    items.push(...body.items);
    if (items.length >= body.pagination.total) return items;
  }
}

/** Counts each combination of values. */
function tally(items: readonly Item[], names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = names.map((name) => JSON.stringify(item[name])).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort());
}

function groupSizes(keys: readonly string[]): number[] {
  return Object.values(
    tally(
      keys.map((key) => ({ key })),
      ['key'],
    ),
  ).sort((a, b) => a - b);
}

function scoreOf({ humanScore }: Item): Item {
  const { totalScore, confidenceLevel, breakdown, details } = humanScore as Record<string, Item>;
  const { providerCount, accountAges, emailConsistency } = details!;
  return {
    totalScore,
    confidenceLevel,
    breakdown,
    providerCount,
    ages: accountAges,
    emails: ((emailConsistency as Item)['uniqueEmails'] as unknown[]).length,
  };
}

/** Every text in the values, except texts that are equal for all parties: words of the contract and badges. */
function textsIn(value: unknown): Set<string> {
  const words = wordsOf(shippedContract().document);
  const texts = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part === 'string') {
      if (part !== '' && !words.has(part)) texts.add(part);
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, member] of Object.entries(part)) if (name !== 'badges' && name !== 'message') visit(member);
    }
  };
  visit(value);
  return texts;
}

function wordsOf(document: unknown): Set<unknown> {
  const words = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const word of (part as { enum?: readonly unknown[] }).enum ?? []) words.add(word);
    for (const member of Object.values(part)) visit(member);
  };
  visit(document);
  return words;
}
