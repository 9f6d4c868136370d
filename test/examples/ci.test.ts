/** The files in examples/ci are what the runners take, and call the command line as it is. So is the repository's own workflow. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { outcomeOf } from '../cli/id-emulator.js';

const FILES = ['github-actions.yml', 'gitlab-ci.yml'] as const;

/** The workflow that watches the service each night. */
const WATCH = 'watch-service.yml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly 'runs-on': string;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

type Pipeline = Readonly<Record<string, { readonly script?: readonly unknown[] }>>;

function textOf(file: string): string {
  return readFileSync(new URL(`../../examples/ci/${file}`, import.meta.url), 'utf8');
}

function contentOf(file: string): unknown {
  return yamlOf(textOf(file));
}

function yamlOf(text: string): unknown {
  const document = parseDocument(text);
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

/** The commands of the shell, line by line. */
const LINES: Readonly<Record<(typeof FILES)[number], () => string[]>> = {
  'github-actions.yml': () => linesOfWorkflow('github-actions.yml'),
  'gitlab-ci.yml': () =>
    Object.values(contentOf('gitlab-ci.yml') as Pipeline).flatMap(({ script = [] }) => script.map(String)),
};

function linesOfWorkflow(file: string): string[] {
  return Object.values((contentOf(file) as Workflow).jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run = '' }) => run.trim().split('\n')),
  );
}

/** The calls of `id-emulator` in a line, those in `$(...)` too, each as command and flags. */
function callsIn(line: string): { command: string; flags: string[] }[] {
  const nested = [...line.matchAll(/\$\(([^)]*)\)/g)].map(([, inner]) => inner!);
  return [line.replace(/\$\([^)]*\)/g, ''), ...nested].flatMap((shell) => {
    const [, call] = /^npx --no-install id-emulator (.*)$/.exec(shell) ?? [];
    if (call === undefined) return [];
    const command = call.startsWith('-') ? '' : call.split(' ', 1)[0]!;
    return [{ command, flags: [...call.matchAll(/(?<= |^)--[\w-]+/g)].map(([flag]) => flag) }];
  });
}

const OWN_WORKFLOW = new URL('../../.github/workflows/test.yml', import.meta.url);

test("the repository's workflow runs what .ci/run runs, on Node.js 20, 22, 24 and 26", () => {
  const { jobs } = yamlOf(readFileSync(OWN_WORKFLOW, 'utf8')) as Workflow;
  expect(jobs['test']?.strategy?.matrix.node).toEqual([20, 22, 24, 26]);
  const commandsOf = (job: string): string[] =>
    jobs[job]!.steps.flatMap(({ run = '' }) => (run.startsWith('npm ') ? run : []));
  expect(commandsOf('test')).toEqual(['npm ci', 'npm test', 'npm run test:smoke']);
  expect(commandsOf('tools')).toEqual(['npm ci', 'npm run check', 'npm run test:tools', 'npm run test:slice']);
  expect(commandsOf('peers')).toContain('npm run test:peers');
});

test.each([
  ["the repository's workflow", ['push', 'pull_request'], () => readFileSync(OWN_WORKFLOW, 'utf8')],
  ['the workflow in examples/ci', ['push', 'pull_request'], () => textOf('github-actions.yml')],
  ['the workflow that watches the service', ['schedule'], () => textOf(WATCH)],
])('every action of %s is pinned to a commit, and every step has a command or an action', (_, triggers, text) => {
  const { on, jobs } = yamlOf(text()) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(Object.keys(on)).toEqual(expect.arrayContaining(triggers));
  expect(steps.every(({ uses, run }) => (uses === undefined) !== (run === undefined))).toBe(true);
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions).not.toEqual([]);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

test('every line of the pipeline is text, and its image has a version', () => {
  const { default: common, ...jobs } = contentOf('gitlab-ci.yml') as Pipeline & {
    readonly default: { readonly image: string };
  };
  expect(common.image).toMatch(/^node:\d+\.\d+\.\d+-/);
  for (const { script = [] } of Object.values(jobs))
    expect(script.map((line) => typeof line)).toEqual(script.map(() => 'string'));
});

test.each(FILES)('%s runs the tests beside an emulator, and verifies pacts', (file) => {
  const lines = LINES[file]();
  expect(lines).toContain('npx --no-install id-emulator verify pacts/ --junit report.xml');
  expect(lines.flatMap(callsIn).map(({ command }) => command)).toEqual(['exec', 'verify', 'verify', '', 'audit']);
});

test('every command and flag in the recipes exists', async () => {
  const lines = [...FILES.flatMap((file) => LINES[file]()), ...linesOfWorkflow(WATCH)];
  const calls = lines.flatMap(callsIn);
  for (const command of new Set(calls.map((call) => call.command))) {
    const { code, stdout } = await outcomeOf(['help', ...(command === '' ? [] : [command]), '--all']);
    expect({ command, code }).toEqual({ command, code: 0 });
    const known = stdout.match(/--[\w-]+/g);
    expect(known).toEqual(
      expect.arrayContaining(calls.filter((call) => call.command === command).flatMap(({ flags }) => flags)),
    );
  }
});

test('both recipes run the same commands', () => {
  const [github, gitlab] = FILES.map((file) => LINES[file]().flatMap(callsIn));
  expect(gitlab).toEqual(github);
});

test('both recipes audit the client once a week, and fail on new findings only', () => {
  const { on, jobs } = contentOf('github-actions.yml') as {
    readonly on: { readonly schedule: readonly { readonly cron: string }[] };
    readonly jobs: { readonly audit: { readonly if: string } };
  };
  expect(on.schedule.map(({ cron }) => cron)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* \d$/)]);
  expect(jobs.audit.if).toBe("github.event_name == 'schedule'");
  const { audit } = contentOf('gitlab-ci.yml') as { readonly audit: { readonly rules: readonly object[] } };
  expect(audit.rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "schedule"' }]);
  for (const file of FILES)
    expect(LINES[file]()).toContain(
      'npx --no-install id-emulator audit --minutes 30 --accept audit.json --junit audit.xml -- npm test',
    );
});

test('one workflow compares the service with the contract each night, and fails on new differences only', () => {
  const { on } = contentOf(WATCH) as { readonly on: { readonly schedule: readonly { readonly cron: string }[] } };
  expect(on.schedule.map(({ cron }) => cron)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* \*$/)]);
  const calls = linesOfWorkflow(WATCH).flatMap(callsIn);
  expect(calls).toEqual([{ command: 'conform', flags: expect.arrayContaining(['--accept', '--junit']) as string[] }]);
});

test('the README links to all recipes', () => {
  for (const file of [...FILES, WATCH]) expect(textOf('README.md')).toContain(`(${file})`);
});
