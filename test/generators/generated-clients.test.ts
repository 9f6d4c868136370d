/** Clients that other people's generators write from the contract as it is compile strictly, work, and are audited. */

import { cp, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/index.js';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { type Outcome, SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(PROJECT, 'node_modules');
const COMMANDS = join(MODULES, '.bin');
const COMMAND_LINE = join(PROJECT, 'dist/cli/main.js');
const CONTRACT = join(PROJECT, 'spec/openapi.yaml');

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  outDir: 'dist',
};

interface Generator {
  readonly name: string;
  readonly command: string;
  readonly parameters: (address: string) => readonly string[];
  /** What `audit` finds of the tried faults. Default: it is not audited, because the address is a part of what is generated. */
  readonly wrong?: readonly string[];
  /** Files that it reads, by name. */
  readonly files?: (address: string) => Readonly<Record<string, string>>;
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: 'openapi-typescript',
    parameters: () => [CONTRACT, '--output', 'generated/service.ts'],
    // That a failed page of scores is taken for an empty one is a test gap: nothing in the output tells it.
    wrong: ['issueToken:silent:hung', 'issueToken:throttled:gave-up'],
  },
  {
    name: 'hey-api',
    command: 'openapi-ts',
    parameters: () => ['--input', CONTRACT, '--output', 'generated'],
    wrong: ['getHumanScores:server-error:gave-up', 'issueToken:silent:hung', 'issueToken:throttled:gave-up'],
  },
  {
    name: 'orval',
    command: 'orval',
    parameters: () => ['--config', 'orval.config.json'],
    files: (baseUrl) => ({
      'orval.config.json': JSON.stringify({
        service: { input: CONTRACT, output: { target: 'generated/service.ts', client: 'fetch', baseUrl } },
      }),
    }),
  },
];

/** orval takes as long as the others together. */
const TRIED = budget({ short: GENERATORS.filter(({ name }) => name !== 'orval'), long: GENERATORS });

/** Each is generated and compiled once, with its program. */
const built = new Map<Generator, Promise<TemporaryFolder>>();
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  for (const folder of built.values()) await (await folder)[Symbol.asyncDispose]();
  await emulator.close();
});

const { contractId } = cast('Ben').credentials[0]!;

test.each(TRIED)(
  'a client of $name compiles strictly, and gets a token, lists, scores, links and checks',
  async (generator) => {
    const folder = await builtClient(generator);
    const sandbox = emulator.sandbox();
    const program = ['dist/program.js', emulator.url, sandbox.clientId, sandbox.clientSecret, contractId];
    expect(JSON.parse(await output(folder, 'node', program))).toEqual({
      tokenType: 'Bearer',
      names: ['Ben Brook'],
      total: 1,
      scores: ['number'],
      checks: ['strong', 'Credential not found.'],
    });
    expect(sandbox.requests().map(({ operation, status }) => [operation, status])).toEqual([
      ['issueToken', 200],
      ['getUsers', 200],
      ['getHumanScores', 200],
      ['generateVerificationLinksBatch', 200],
      ['checkVerificationStatus', 200],
    ]);
  },
);

/** Gives the program the address and the credentials of the emulator beside it. */
const AUDITED = `
const { ID_EMULATOR_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
process.argv.push(ID_EMULATOR_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET, ${JSON.stringify(contractId)});
await import('./dist/program.js');`;

const AUDITED_CLIENTS = TRIED.filter(({ wrong }) => wrong !== undefined);

test.each(budget({ short: AUDITED_CLIENTS.slice(0, 1), long: AUDITED_CLIENTS }))(
  'audit finds what a client of $name does wrong: no retries, no timeout, and errors that are not got over',
  async (generator) => {
    // What waits for ever takes as long as a run may.
    const wrong = generator.wrong!.filter((id) => budget({ short: !id.endsWith(':hung'), long: true }));
    const folder = await builtClient(generator);
    await writeFile(join(folder.path, 'audited.js'), AUDITED);
    const flags = [
      '--json',
      '--patience',
      '1',
      '--only',
      wrong.map((id) => id.slice(0, id.lastIndexOf(':'))).join(','),
    ];
    const audit = await ended(folder, 'node', [COMMAND_LINE, 'audit', ...flags, '--', 'node', 'audited.js']);
    const { findings } = JSON.parse(audit.stdout) as { readonly findings: readonly { readonly id: string }[] };
    expect(findings.map(({ id }) => id).toSorted()).toEqual(wrong);
    expect(audit.code).toBe(1);
  },
);

async function builtClient(generator: Generator): Promise<TemporaryFolder> {
  const known = built.get(generator) ?? build(generator);
  built.set(generator, known);
  return await known;
}

async function build({ name, command, parameters, files }: Generator): Promise<TemporaryFolder> {
  const folder = await temporaryFolder({
    'package.json': JSON.stringify({ private: true, type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['program.ts', 'generated'] }),
    ...files?.(emulator.url),
  });
  await symlink(MODULES, join(folder.path, 'node_modules'), 'junction');
  await cp(new URL(`programs/${name}.ts`, import.meta.url), join(folder.path, 'program.ts'));
  await output(folder, command, parameters(emulator.url));
  await output(folder, 'node', [join(MODULES, 'typescript-native/bin/tsc')]);
  return folder;
}

async function output(folder: TemporaryFolder, command: string, parameters: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await ended(folder, command, parameters);
  expect({ code, ...(code !== 0 && { stdout, stderr }) }).toEqual({ code: 0 });
  return stdout;
}

async function ended({ path }: TemporaryFolder, command: string, parameters: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, PATH: [COMMANDS, process.env['PATH']].join(delimiter) };
  await using spawned = new SpawnedProcess(command, parameters, { cwd: path, env });
  return await spawned.ended;
}
