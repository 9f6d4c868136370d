/** The action for GitHub, the job for GitLab and the lines for other systems take a release, run it, and keep its report. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Outcome } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { outcomeOf, pathOf, PROGRAM } from './language-tools.js';

const VERSION = 'v0.1.0';

/** Reads users, and repeats a call that is throttled twice, at once. */
const CLIENT = `
const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: tokens, ...variables } = process.env;
if (Object.keys(variables).some((name) => name.startsWith('INPUT_'))) throw new Error('it sees the inputs');
const credentials = { client_id: variables.ID_EMULATOR_CLIENT_ID, client_secret: variables.ID_EMULATOR_CLIENT_SECRET };
const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
const { access_token: token } = await (await fetch(tokens, { method: 'POST', body })).json();
const users = () => fetch(api + '/institutions/me/users', { headers: { Authorization: 'Bearer ' + token } });
let response = await users();
for (let again = 0; response.status === 429 && again < 2; again++) response = await users();
console.log(process.argv[2], response.status);
if (response.status !== 200) process.exitCode = 1;
`;

interface Workplace {
  /** A checkout of a consumer, with `client.mjs`. */
  readonly path: string;
  readonly releases: string;
  /** The folder of the release. */
  readonly release: string;
}

/** A consumer, and a release whose program and package run the command of this repository. */
async function workplace(): Promise<Workplace> {
  const folder = await temporaryFolder({
    'consumer/client.mjs': CLIENT,
    'program/id-emulator': '',
    'package/bin.sh': '',
  });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const release = join(folder.path, 'releases', VERSION);
  mkdirSync(release, { recursive: true });
  for (const file of ['program/id-emulator', 'package/bin.sh']) {
    writeFileSync(join(folder.path, file), `#!/bin/sh\nexec '${PROGRAM}' "$@"\n`);
    chmodSync(join(folder.path, file), 0o755);
  }
  const manifest = { name: 'id-emulator', version: '0.1.0', bin: 'bin.sh' };
  writeFileSync(join(folder.path, 'package/package.json'), JSON.stringify(manifest));
  const archives = [
    ['-czf', `id-emulator-linux-${process.arch}.tar.gz`, '-C', join(folder.path, 'program'), 'id-emulator'],
    ['-czf', 'id-emulator-0.1.0.tgz', '-C', folder.path, 'package'],
  ];
  for (const archive of archives) execFileSync('tar', archive, { cwd: release });
  const sums = archives.map(([, name]) => {
    const hash = createHash('sha256').update(readFileSync(join(release, name!)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(release, 'SHA256SUMS'), sums.join(''));
  copyFileSync(pathOf('integrations/ci.sh'), join(release, 'ci.sh'));
  return { path: join(folder.path, 'consumer'), releases: `file://${join(folder.path, 'releases')}`, release };
}

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const ACTION = parse(readFileSync(pathOf('action.yml'), 'utf8')) as Action;

/** A value of the action, with its expressions evaluated: `inputs.version || github.action_ref`. */
function evaluated(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const names = expression.replace(/format\(.*\)/, 'the releases').split(' || ');
    return names.map((name) => values[name] ?? '').find((value) => value !== '') ?? '';
  });
}

interface Reported extends Outcome {
  readonly report: string;
  readonly summary: string;
}

/** Runs the first step of the action as GitHub does. */
async function act(
  { path, releases }: Workplace,
  given: Readonly<Record<string, string>>,
  variables: NodeJS.ProcessEnv = {},
): Promise<Reported> {
  const [{ run, env = {} } = {}] = ACTION.runs.steps;
  const inputs = Object.entries(ACTION.inputs).map(([name, { default: usual = '' }]): [string, string] => [
    `inputs.${name}`,
    given[name] ?? usual,
  ]);
  const temporary = join(path, '..', 'temporary folder');
  const values = {
    ...Object.fromEntries(inputs),
    'github.action_ref': VERSION,
    'the releases': releases,
    'runner.temp': temporary,
  };
  const summary = join(path, '..', 'summary.md');
  const outcome = await outcomeOf(['bash', '-e', '-o', 'pipefail', '-c', run!], path, {
    ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, evaluated(text, values)])),
    GITHUB_ACTION_PATH: pathOf('.'),
    GITHUB_STEP_SUMMARY: summary,
    ...variables,
  });
  const written = existsSync(summary) ? readFileSync(summary, 'utf8') : '';
  return { ...outcome, report: join(temporary, 'id-emulator'), summary: written };
}

test.each(['program', 'package'])('the action runs tests beside an emulator with the %s of its tag', async (form) => {
  const { code, stdout, report, summary } = await act(await workplace(), {
    form,
    arguments: '--judge -- node client.mjs "two words"',
  });
  expect(stdout).toContain('two words 200');
  expect(code).toBe(0);
  expect(summary).toMatch(/^### id-emulator exec passed\n\n`{6}text\n[^]*two words 200\n[^]*0 broken[^]*\n`{6}\n$/);
  expect(readFileSync(join(report, 'report.xml'), 'utf8')).toContain('<testsuites');
});

test('the action fails as its command does, and keeps what happened', async () => {
  const { code, report, summary } = await act(await workplace(), {
    arguments: '--judge --scenario "rate-limit-burst;burst=2" -- node client.mjs',
  });
  expect(code).toBe(1);
  expect(summary).toMatch(/^### id-emulator exec failed with exit code 1\n[^]*FAIL +wait-as-told/);
  expect(existsSync(join(report, 'sandboxes/default/bundle.json'))).toBe(true);
});

test('the action audits', async () => {
  const { code, report, summary } = await act(await workplace(), {
    command: 'audit',
    arguments: '--only \\\nthrottled\n-- node client.mjs\n',
  });
  expect(code).toBe(1);
  expect(summary).toMatch(/^### id-emulator audit failed with exit code 1\n[^]*wait-as-told/);
  for (const file of ['report.xml', 'output.txt']) expect(existsSync(join(report, file))).toBe(true);
});

test('the action verifies with the package and that of Pact', async () => {
  const place = await workplace();
  // Pact is large; this takes its place on the registry.
  const npm = join(place.path, '..', 'npm');
  mkdirSync(npm);
  const installed = 'node_modules/.bin';
  const lines = [
    '#!/bin/sh',
    'echo "$@"',
    `mkdir -p ${installed}`,
    `printf '#!/bin/sh\\necho "$@"\\n' > ${installed}/id-emulator`,
    `chmod +x ${installed}/id-emulator`,
  ];
  writeFileSync(join(npm, 'npm'), `${lines.join('\n')}\n`, { mode: 0o755 });
  const path = { PATH: `${npm}:${process.env['PATH']}` };
  const { code, stdout } = await act(place, { command: 'verify', arguments: 'pacts/' }, path);
  expect(stdout).toMatch(/install .* \.\/id-emulator-0\.1\.0\.tgz @pact-foundation\/pact@16\n/);
  expect(stdout).toMatch(/^verify --junit .*report\.xml pacts\/$/m);
  expect(code).toBe(0);
});

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['a file with another checksum', { change: 'archive' }, /has another checksum than SHA256SUMS says/],
  ['a file that is not listed', { change: 'sums' }, /has another checksum than SHA256SUMS says/],
  [
    'a release that is not there',
    { version: 'v9.9.9' },
    /there is no id-emulator-linux-\w+\.tar\.gz in file:.*v9\.9\.9/,
  ],
  ['an unknown command', { command: 'start' }, /expected the command exec, audit or verify, found start/],
  ['an unknown form', { form: 'image' }, /expected the form program or package, found image/],
  ['the program for verify', { command: 'verify', form: 'program' }, /verify needs the form package/],
])('the action runs nothing of %s', async (_, { change, ...inputs }, message) => {
  const place = await workplace();
  if (change === 'archive') writeFileSync(join(place.release, `id-emulator-linux-${process.arch}.tar.gz`), 'other');
  if (change === 'sums') writeFileSync(join(place.release, 'SHA256SUMS'), '');
  const { code, stdout, stderr } = await act(place, { arguments: '-- echo it runs', ...inputs });
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stdout).not.toContain('it runs');
});

test('the action keeps the files of the report after a failure, by an action that is pinned', () => {
  const [, { uses, if: condition, with: parameters } = {}] = ACTION.runs.steps;
  expect(uses).toMatch(/^actions\/upload-artifact@[0-9a-f]{40}$/);
  expect(condition).toBe('${{ !cancelled() }}');
  expect(parameters?.['path']).toBe(ACTION.runs.steps[0]?.env?.['INPUT_REPORT']);
});

test('a release has every file that the action and the job load', () => {
  const { jobs } = parse(readFileSync(pathOf('.github/workflows/release.yml'), 'utf8')) as {
    readonly jobs: { readonly release: { readonly steps: readonly Step[] } };
  };
  const commands = jobs.release.steps.map(({ run = '' }) => run);
  expect(commands).toContain('sha256sum id-emulator-* >SHA256SUMS');
  expect(commands.join('\n')).toMatch(
    /^gh release create .* id-emulator-\* SHA256SUMS repository\/integrations\/ci\.sh$/m,
  );
});

interface Job {
  readonly variables: Readonly<Record<string, string | { readonly value: string; readonly expand: boolean }>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: { readonly junit: string } };
}

test('the job for GitLab runs the same, and its artifacts are there', async () => {
  const { path, releases } = await workplace();
  const text = readFileSync(pathOf('integrations/gitlab/id-emulator.yml'), 'utf8');
  const [head, body] = parseAllDocuments(text).map((document) => document.toJS() as unknown);
  const { inputs } = (head as { readonly spec: { readonly inputs: Action['inputs'] } }).spec;
  const given: Readonly<Record<string, string>> = {
    releases,
    version: VERSION,
    arguments: '--judge -- node client.mjs "$HOME"',
  };
  const filled = JSON.stringify(body).replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    expect(Object.keys(inputs)).toContain(name);
    return JSON.stringify(given[name] ?? inputs[name]?.default).slice(1, -1);
  });
  const { 'id-emulator': job } = JSON.parse(filled) as Readonly<Record<string, Job>>;
  const variables = Object.entries(job!.variables).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.value,
  ]);
  const { code, stdout } = await outcomeOf(
    ['bash', '-ec', job!.script.join('\n')],
    path,
    Object.fromEntries(variables),
  );
  expect(stdout).toContain(`${process.env['HOME']} 200`);
  expect(code).toBe(0);
  for (const file of [...job!.artifacts.paths, job!.artifacts.reports.junit])
    expect(existsSync(join(path, file))).toBe(true);
});

test.runIf(process.arch === 'x64')('the lines in docs/ci.md for any other CI run as they are printed', async () => {
  const { path, releases } = await workplace();
  const page = readFileSync(pathOf('docs/ci.md'), 'utf8');
  const [, lines = ''] = /^## Any other CI\n\n```sh\n([^`]*)```/m.exec(page) ?? [];
  expect(lines.trim().split('\n')).toHaveLength(3);
  const script = lines.replace('npm test', 'node client.mjs tests');
  const { code, stdout } = await outcomeOf(['sh', '-ec', script], path, { RELEASES: releases });
  expect(stdout).toContain('tests 200');
  expect(code).toBe(0);
});
