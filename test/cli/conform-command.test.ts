/** `id-emulator conform`. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeAccepted } from '../../src/cli/terminal/accepted.js';
import { conformCommand } from '../../src/cli/upstream/conform.js';
import type { ConformFlags } from '../../src/cli/upstream/conform.js';
import { CheckError, reportFailure, UsageError } from '../../src/cli/terminal/failure.js';
import type { ConformanceReport } from '../../src/upstream/report-types.js';
import type { Evidence } from '../../src/upstream/report-types.js';
import { DIFFERENCES } from '../../src/contract/documents/accepted-findings.js';
import { startEmulator } from '../../src/index.js';
import { startAlteringProxy } from '../upstream/conformance/altering-proxy.js';
import { parsedXml } from '../parsed-xml.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';
import { untilEnd } from '../until-end.js';

const SECRET = { ID_EMULATOR_CONFORM_CLIENT_SECRET: 'demo-secret' };

const emulator = await untilEnd(startEmulator());

function address(): ConformFlags {
  return {
    baseUrl: emulator.apiUrl,
    tokenUrl: emulator.tokenUrl,
    clientId: emulator.clientId,
    revision: 'specification',
  };
}

interface Outcome {
  readonly output: string;
  readonly progress: string;
  readonly error: Error | undefined;
}

async function conform(
  flags: ConformFlags,
  environment: NodeJS.ProcessEnv = SECRET,
  signal = new AbortController().signal,
): Promise<Outcome> {
  let output = '';
  let progress = '';
  const terminal = {
    environment,
    print: (text: string) => {
      output += text;
    },
    printError: (text: string) => {
      progress += text;
    },
    interrupted: signal,
  };
  const error = await conformCommand(flags, terminal).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  return { output, progress, error };
}

test('the command prints what the responses say, and no progress of a short run', async () => {
  const { output, progress, error } = await conform({ ...address(), only: ['token', 'paging'] });
  expect(output).toMatch(
    /^\d+ exchanges read\n\nthe responses are those of an emulator, .*\n\n21 checks of 127\.0\.0\.1:\d+, revision specification: 5 pass, 16 as-guessed\n$/,
  );
  expect(progress).toBe('');
  expect(error).toBeUndefined();
});

test('a failed check is printed with its basis and its requests, and fails the command', async () => {
  await using proxy = await startAlteringProxy(emulator.url, {
    response: (response) => {
      if (response.status === 404) response.status = 410;
    },
  });
  const { output, error } = await conform({ ...address(), baseUrl: proxy.url, only: ['refused-reads'] });
  expect(output).toContain(`the service differs from what is known:
  refused-reads.unknown-link: checking an unknown link returns 404
    but: GET /verification/check/{token} returned 410, not 404
    basis: specification section 4.2
    GET /verification/check/{token} returned 410
`);
  expect(output).toMatch(
    /the service differs from a guess:\n(?: {2}.*\n)* {2}service:unknown-path, no variant fits: 410 /,
  );
  expect(error).toEqual(new CheckError('a check fails: refused-reads.unknown-link'));
});

test('a contradiction of an operation that --only does not select is neither printed nor fails the command', async () => {
  await using proxy = await startAlteringProxy(emulator.url, {
    response: (response, { url }) => {
      if (url.pathname.endsWith('/users')) response.body = { ...(response.body as object), items: 'none' };
    },
  });
  const others = await conform({ ...address(), baseUrl: proxy.url, only: ['reads.getHumanScores'] });
  expect(others.output).not.toContain('/items');
  expect(others.error).toBeUndefined();
  const { output, error } = await conform({ ...address(), baseUrl: proxy.url, only: ['reads.getUsers'] });
  expect(output).toContain('but: /items: expected an array, found a string of 4 characters');
  expect(error).toEqual(new CheckError('a check fails: reads.getUsers'));
});

test('a difference from a guess does not fail the command', async () => {
  await using proxy = await startAlteringProxy(emulator.url, {
    response: ({ headers }) => {
      headers.delete('www-authenticate');
    },
  });
  const { output, error } = await conform({ ...address(), baseUrl: proxy.url, only: ['authentication.challenge'] });
  expect(output).toContain('the service differs from a guess:\n  BearerChallenge, variant challenge=absent: ');
  expect(error).toBeUndefined();
});

test('an interrupted run leaves the list of what is accepted as it was', async () => {
  await using folder = await temporaryFolder({ 'known.json': 'of yesterday' });
  const file = join(folder.path, 'known.json');
  const printError = vi.fn();
  writeAccepted({ writeAccepted: file }, [], { printError, interrupted: AbortSignal.abort() } as never, DIFFERENCES);
  expect(readFileSync(file, 'utf8')).toBe('of yesterday');
  expect(printError).toHaveBeenCalledWith(`id-emulator: left ${file} as it was before the interrupt\n`);
});

test('--accept fails on differences that are new, each once, and --write-accepted lists those of today', async () => {
  await using proxy = await startAlteringProxy(emulator.url, {
    response: (response) => {
      if (response.status === 404) response.status = 410;
    },
  });
  await using folder = await temporaryFolder();
  const known = join(folder.path, 'known.json');
  const run = { ...address(), baseUrl: proxy.url, only: ['refused-reads'] };

  const wrote = await conform({ ...run, writeAccepted: known });
  expect(wrote.error).toBeUndefined();
  const file = JSON.parse(readFileSync(known, 'utf8')) as { readonly findings: readonly { readonly id: string }[] };
  const ids = file.findings.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toEqual(expect.arrayContaining(['refused-reads.unknown-link', 'service:unknown-path']));
  expect((await conform({ ...run, accept: known })).error).toBeUndefined();

  const findings = file.findings.filter(({ id }) => id !== 'service:unknown-path');
  writeFileSync(known, JSON.stringify({ ...file, findings: [...findings, { id: 'gone' }] }));
  const { progress, error } = await conform({ ...run, accept: known });
  expect(progress.split('\n').filter((line) => line.startsWith('id-emulator: '))).toEqual([
    'id-emulator: not seen again: gone',
    expect.stringMatching(/^id-emulator: new: service:unknown-path: 410 /),
  ]);
  expect(error).toEqual(new CheckError(`1 finding that ${known} does not accept`));
});

test('--all prints a line for every check, --json the report', async () => {
  const { output } = await conform({ ...address(), only: ['credentials'], all: true });
  expect(output).toMatch(/every check:\n(?: {2}(?:pass|as-guessed) .*\n){7}/);
  const { output: json } = await conform({ ...address(), only: ['credentials'], json: true });
  expect((JSON.parse(json) as ConformanceReport).counts).toMatchObject({ pass: 2, 'as-guessed': 5 });
});

test('--junit and --evidence write files, and leave nothing else behind', async () => {
  await using folder = await temporaryFolder();
  const [junit, evidence] = [join(folder.path, 'junit.xml'), join(folder.path, 'evidence.json')];
  await conform({ ...address(), only: ['token', 'gateway'], junit, evidence });
  const suites = parsedXml(readFileSync(junit, 'utf8'));
  expect(suites.getElementsByTagName('testcase')).toHaveLength(11);
  expect(suites.getElementsByTagName('skipped')).toHaveLength(1);
  expect((JSON.parse(readFileSync(evidence, 'utf8')) as Evidence).points['issueToken.200.Cache-Control']).toMatchObject(
    { verdict: 'as-guessed', observed: [expect.stringContaining('Cache-Control')] },
  );
  expect(readdirSync(folder.path).toSorted()).toEqual(['evidence.json', 'junit.xml']);
});

test('an interrupted run prints the results so far and reports that it is incomplete', async () => {
  const interruption = new AbortController();
  interruption.abort();
  const { error } = await conform({ ...address(), only: ['token'] }, SECRET, interruption.signal);
  expect(error).toMatchObject({ message: 'the run was interrupted' });
  const { output, error: cut } = await conform({ ...address(), maxRequests: 10 });
  expect(output).toContain('the run is incomplete: 10 requests have been sent; --max-requests allows more\n');
  expect(cut).toEqual(new UsageError('the run is incomplete: 10 requests have been sent; --max-requests allows more'));
});

test.each<[string, Partial<ConformFlags>, string]>([
  [
    'a folder that does not exist',
    { evidence: '/no-such-folder/evidence.json' },
    "cannot write /no-such-folder/evidence.json: ENOENT: no such file or directory, access '/no-such-folder'",
  ],
  ['a folder for a file', { junit: tmpdir() }, `cannot write ${tmpdir()}: this is a folder`],
  ['a revision that does not exist', { revision: '2026' }, 'there is no revision "2026"; did you mean "2026-04"?'],
  [
    'a group that does not exist',
    { only: ['tokens'] },
    'there is no group or check "tokens" of revision specification; did you mean "token"?',
  ],
])('a mistake is a usage error: %s', async (_, flags, message) => {
  const { error } = await conform({ ...address(), ...flags });
  expect(reportFailure(error, { printError: () => undefined })).toBe(2);
  expect(error!.message).toContain(message);
});

test('a missing secret is a usage error that names its variable', async () => {
  const { error } = await conform(address(), {});
  expect(error).toEqual(new UsageError('there is no client secret; give it in ID_EMULATOR_CONFORM_CLIENT_SECRET'));
});

test('wrong credentials are reported in one line without the secret, with exit code 2', async () => {
  const parameters = [
    'conform',
    '--base-url',
    emulator.url,
    '--token-url',
    emulator.tokenUrl,
    '--client-id',
    emulator.clientId,
  ];
  const { code, stdout, stderr } = await outcomeOf(parameters, {
    env: { ID_EMULATOR_CONFORM_CLIENT_SECRET: 'a-wrong-secret' },
  });
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `id-emulator: the token endpoint ${emulator.tokenUrl} rejects the client ID and secret (status 401, invalid_client)\n`,
  });
});
