/** The ways in of docs/install.md: a tarball, a clone, a dependency on the repository. The long run takes each with each npm. */

import { execFile, spawnSync } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { budget } from '../budget.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { environmentOfNpm, output } from './installed-package.js';
import { INSTALL_PAGE, linesOf } from './program.js';
import { PROJECT } from '../project.js';

/** Only a long run asks npm itself. */
const isLong = budget({ short: false, long: true });
const EMPTY_PROJECT = { 'package.json': '{ "private": true }\n' };

test('a packed manifest has no script that npm would warn of, and the clone gets its own back', async () => {
  const original = await readFile(join(PROJECT, 'package.json'), 'utf8');
  await using clone = await temporaryFolder({ 'package.json': original });
  const script = join(PROJECT, 'build/packed-manifest.js');
  const { path } = clone;
  // Twice: as after a packing that was interrupted.
  for (let time = 0; time < 2; time++) await output(path, process.execPath, [script, 'write']);
  const packed = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as typeof manifest;
  const { prepare: _, ...scripts } = manifest.scripts;
  expect(packed).toEqual({ ...manifest, scripts });
  await output(path, process.execPath, [script, 'restore']);
  expect(await readFile(join(path, 'package.json'), 'utf8')).toBe(original);
});

test('installing builds nothing where there is no source', async () => {
  await using folder = await temporaryFolder({ 'package.json': await readFile(join(PROJECT, 'package.json'), 'utf8') });
  await output(folder.path, 'npm', ['run', '--silent', 'prepare']);
  expect(await readdir(folder.path)).toEqual(['package.json']);
});

test.each([
  ['a clone', { 'tsdown.config.ts': '' }, /run "npm ci && npm run build" in \S+/],
  ['an installed package', {}, /install it again without --ignore-scripts, or from a tarball/],
])('the command of %s that is not built says what to do', async (_, files, remedy) => {
  await using folder = await temporaryFolder({ 'package.json': '{ "type": "module" }', ...files });
  await cp(join(PROJECT, 'bin'), join(folder.path, 'bin'), { recursive: true });
  await using command = new SpawnedProcess(process.execPath, ['bin/id-emulator.js', 'start'], {
    cwd: folder.path,
    env: process.env,
  });
  const { code, stderr } = await command.ended;
  expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 1, lines: 2 });
  expect(stderr).toMatch(remedy);
});

describe.runIf(isLong).each(['10', '11', '12'])('with npm %s', { timeout: 600_000 }, (version) => {
  /** Calls this npm in a folder; its outputs are read together. */
  async function npm(tools: string, folder: string, ...parameters: string[]): Promise<string> {
    const cli = join(tools, 'node_modules/npm/bin/npm-cli.js');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...parameters], {
      cwd: folder,
      env: environmentOfNpm(),
    });
    return stdout + stderr;
  }

  test('the tarball of a fresh clone installs into an empty folder without a warning of scripts', async () => {
    await using tools = await temporaryFolder(EMPTY_PROJECT);
    await output(tools.path, 'npm', ['install', '--no-audit', `npm@${version}`]);
    await using clone = await temporaryFolder();
    await output(clone.path, 'git', ['clone', '--quiet', PROJECT, '.']);
    await npm(tools.path, clone.path, 'ci', '--no-audit');
    await npm(tools.path, clone.path, 'pack');
    expect(await output(clone.path, 'git', ['status', '--short'])).toBe('');
    await using consumer = await temporaryFolder(EMPTY_PROJECT);
    const tarball = join(clone.path, `id-emulator-${manifest.version}.tgz`);
    const printed = await npm(tools.path, consumer.path, 'install', '--no-audit', '--save-dev', tarball);
    expect(printed).not.toMatch(/install.scripts|prepare/);
    const told = await npm(tools.path, consumer.path, 'exec', '--no', 'id-emulator', '--', '--version');
    expect(told).toContain(manifest.version);
  });

  test('a dependency on the repository is built when it is installed', async () => {
    await using tools = await temporaryFolder(EMPTY_PROJECT);
    await output(tools.path, 'npm', ['install', '--no-audit', `npm@${version}`]);
    await using consumer = await temporaryFolder(EMPTY_PROJECT);
    const allowed = version === '12' ? ['--allow-git=all'] : [];
    await npm(tools.path, consumer.path, 'install', '--no-audit', '--save-dev', ...allowed, `git+file://${PROJECT}`);
    const told = await npm(tools.path, consumer.path, 'exec', '--no', 'id-emulator', '--', '--version');
    expect(told).toContain(manifest.version);
  });
});

test('the action of docs/install.md has each input that it requires, and no other', async () => {
  const [, block = ''] = /```yaml\n([^]*?)```/.exec(INSTALL_PAGE) ?? [];
  const [step] = parse(block) as [{ with: Record<string, string> }];
  const { inputs } = parse(await readFile(join(PROJECT, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { required?: boolean }>;
  };
  const given = Object.keys(step.with);
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given));
  const required = Object.keys(inputs).filter((name) => inputs[name]!.required === true);
  expect(given).toEqual(expect.arrayContaining(required));
});

/** A fresh clone after `npm ci`, beside the folder of a project. */
async function cloneBesideProject(): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await temporaryFolder({ 'my-project/package.json': EMPTY_PROJECT['package.json'] });
  const path = join(folder.path, 'clone');
  await output(folder.path, 'git', ['clone', '--quiet', PROJECT, path]);
  await output(path, 'npm', ['ci', '--no-audit']);
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** What the lines of a section of docs/install.md print, as they are printed there. */
async function followed(section: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', linesOf(section)], { cwd, env: environmentOfNpm() });
  return stdout;
}

test.runIf(isLong)('the lines of docs/install.md about the package install it', { timeout: 600_000 }, async () => {
  await using clone = await cloneBesideProject();
  expect(await followed('The package', clone.path)).toMatch(new RegExp(`^${manifest.version}$`, 'm'));
});

const hasDocker = spawnSync('docker', ['info']).status === 0;
test.runIf(isLong && hasDocker)('the lines about the image start it', { timeout: 900_000 }, async () => {
  await using clone = await cloneBesideProject();
  const printed = await followed('The image', clone.path);
  const [container = ''] = /^[0-9a-f]{64}$/m.exec(printed) ?? [];
  await output(clone.path, 'docker', ['stop', container]);
  expect(printed).toContain('"status":"ok"');
});

describe.runIf(isLong)('in a copy of the tree', { timeout: 600_000 }, () => {
  test.each(['.', 'src/client'])('npm publish --dry-run of %s finds nothing to correct', async (folder) => {
    await using clone = await temporaryFolder();
    await output(clone.path, 'git', ['clone', '--quiet', PROJECT, '.']);
    await output(clone.path, 'npm', ['ci', '--no-audit']);
    const manifestFile = join(clone.path, folder, 'package.json');
    const { private: _, ...published } = JSON.parse(await readFile(manifestFile, 'utf8')) as { private?: boolean };
    await writeFile(manifestFile, JSON.stringify(published));
    const { stderr } = await promisify(execFile)('npm', ['publish', '--dry-run'], {
      cwd: join(clone.path, folder),
      env: environmentOfNpm(),
    });
    expect(stderr).toMatch(/public access/);
    expect(stderr).not.toMatch(/auto-corrected|errors corrected/);
  });
});
