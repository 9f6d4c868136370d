/** The package as users get it: packed, and installed into an empty folder. */

import { chmod, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { budget } from '../budget.js';
import { environmentWithoutSettings } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { PROJECT } from '../project.js';

const PACKAGES = join(PROJECT, 'node_modules');

/** The type checker of every run: TypeScript 7, which is compiled, and takes a tenth of the time. */
export const TYPE_CHECKER = join(PACKAGES, 'typescript-native/bin/tsc');

/** TypeScript 6, the last one that knows `moduleResolution: node10`. */
export const TYPE_CHECKER_6 = join(PACKAGES, 'typescript/bin/tsc');

/** A long run checks with TypeScript 6 too. */
const TYPE_CHECKERS = budget({ short: [TYPE_CHECKER], long: [TYPE_CHECKER, TYPE_CHECKER_6] });

export interface InstalledPackage {
  readonly tarball: string;
  /** The folder of the project that it is installed in. */
  readonly consumer: string;
}

/**
 * Packs the built package in `source`, and installs it beside what a TypeScript project on Node.js has anyway. Instead of
 * npm, which takes seconds, links install what the package depends on, and nothing else; a long run uses npm.
 */
export async function installPackage(folder: string, source = PROJECT): Promise<InstalledPackage> {
  await output(source, 'npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const [packed] = await readdir(folder);
  const tarball = join(folder, packed!);
  const consumer = join(folder, 'consumer');
  await mkdir(consumer);
  await writeFile(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
  await budget({ short: linkPackage, long: installByNpm })(tarball, consumer);
  return { tarball, consumer };
}

async function installByNpm(tarball: string, consumer: string): Promise<void> {
  const nodeTypes = `@types/node@${manifest.devDependencies['@types/node']}`;
  await output(consumer, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball, nodeTypes]);
}

async function linkPackage(tarball: string, consumer: string): Promise<void> {
  const modules = join(consumer, 'node_modules');
  const extracted = join(modules, 'package');
  await mkdir(join(modules, '.bin'), { recursive: true });
  await output(modules, 'tar', ['-xzf', tarball]);
  const {
    name,
    bin = {},
    dependencies = {},
  } = JSON.parse(await readFile(join(extracted, 'package.json'), 'utf8')) as PackedManifest;
  await mkdir(dirname(join(modules, name)), { recursive: true });
  await rename(extracted, join(modules, name));
  for (const [command, file] of Object.entries(bin)) {
    await chmod(join(modules, name, file), 0o755);
    await symlink(join('..', name, file), join(modules, '.bin', command));
  }
  for (const dependency of [...Object.keys(dependencies), '@types/node']) {
    await mkdir(dirname(join(modules, dependency)), { recursive: true });
    await symlink(join(PACKAGES, dependency), join(modules, dependency), 'junction');
  }
}

interface PackedManifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Checks the types of a program that imports the installed package. Declarations of packages are checked too, as by a strict
 * consumer, if the options do not say otherwise; only those of TypeScript itself are not.
 * @returns what the type checker prints: nothing
 */
export async function checkTypes(
  { consumer }: InstalledPackage,
  options: Readonly<Record<string, unknown>>,
  program: string,
  files: readonly string[],
  checkers: readonly string[] = TYPE_CHECKERS,
): Promise<string> {
  const shared = { noEmit: true, strict: true, target: 'es2022', types: ['node'], skipDefaultLibCheck: true };
  for (const file of files) await writeFile(join(consumer, file), program);
  const config = { compilerOptions: { ...shared, ...options }, files };
  await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify(config));
  let printed = '';
  for (const checker of checkers) printed += await output(consumer, process.execPath, [checker, '-p', 'tsconfig.json']);
  return printed;
}

/** What a command prints; fails where the command does. */
export async function output(cwd: string, command: string, parameters: readonly string[]): Promise<string> {
  const env = command === 'npm' ? environmentOfNpm() : environmentWithoutSettings();
  await using spawned = new SpawnedProcess(command, parameters, { cwd, env });
  const { code, stdout, stderr } = await spawned.ended;
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${String(code)}:\n${stdout}${stderr}`);
  return stdout;
}

/** With the certificates of this machine, which vitest.config.ts takes from all others: npm may have to download. */
export function environmentOfNpm(): NodeJS.ProcessEnv {
  const { TEST_NPM_CA_CERTS: certificates, ...others } = environmentWithoutSettings();
  return certificates === undefined ? others : { ...others, NODE_EXTRA_CA_CERTS: certificates };
}
