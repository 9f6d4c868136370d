/** Clients that other people's generators write from the contract as it is compile strictly, and work. */

import { cp, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(PROJECT, 'node_modules');
/** npm puts a command of a package of its own beside it, or at the top. */
const COMMANDS = [fileURLToPath(new URL('node_modules/.bin', import.meta.url)), join(MODULES, '.bin')];
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
  /** Files that it reads, by name. */
  readonly files?: (address: string) => Readonly<Record<string, string>>;
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: 'openapi-typescript',
    parameters: () => [CONTRACT, '--output', 'generated/service.ts'],
  },
  { name: 'hey-api', command: 'openapi-ts', parameters: () => ['--input', CONTRACT, '--output', 'generated'] },
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

test.each(TRIED)(
  'a client of $name compiles strictly, and gets a token, lists, scores, links and checks',
  async ({ name, command, parameters, files }) => {
    await using emulator = await startEmulator();
    const sandbox = emulator.sandbox();
    const { contractId } = cast('Ben').credentials[0]!;
    await using folder = await temporaryFolder({
      'package.json': JSON.stringify({ private: true, type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['program.ts', 'generated'] }),
      ...files?.(emulator.url),
    });
    await symlink(MODULES, join(folder.path, 'node_modules'), 'junction');
    await cp(new URL(`programs/${name}.ts`, import.meta.url), join(folder.path, 'program.ts'));
    await output(folder, command, parameters(emulator.url));
    await output(folder, 'node', [join(MODULES, 'typescript-native/bin/tsc')]);
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

async function output({ path }: TemporaryFolder, command: string, parameters: readonly string[]): Promise<string> {
  const env = { ...process.env, PATH: [...COMMANDS, process.env['PATH']].join(delimiter) };
  await using spawned = new SpawnedProcess(command, parameters, { cwd: path, env });
  const { code, stdout, stderr } = await spawned.ended;
  expect({ code, ...(code !== 0 && { stdout, stderr }) }).toEqual({ code: 0 });
  return stdout;
}
