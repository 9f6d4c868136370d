/** The program without Node.js, and folders that serve it as the root of a system. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { environmentWithoutSettings } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { PROJECT } from '../project.js';

const SYSTEM = `${process.platform}-${process.arch}`;

/** What `npm run build:program` writes. */
export const PROGRAM = join(PROJECT, '.build/program', SYSTEM, 'id-emulator');
export const ARCHIVE = join(PROJECT, '.build/program', `id-emulator-${SYSTEM}.tar.gz`);

/** A user who is not root may change the root of a process in a user namespace. */
const CHANGE_ROOT = process.getuid?.() === 0 ? ['chroot'] : ['unshare', '-r', 'chroot'];

/** Whether this system lets a process have another root. */
export const canChangeRoot = spawnSync(CHANGE_ROOT[0]!, [...CHANGE_ROOT.slice(1), '/', 'true']).status === 0;

/** The page that people follow. */
export const INSTALL_PAGE = readFileSync(join(PROJECT, 'docs/install.md'), 'utf8');

/** The lines for a shell in a section of the page. */
export function linesOf(section: string): string {
  return new RegExp(`^## ${section}\\n\\n\`{3}sh\\n([^]*?)^\`{3}$`, 'm').exec(INSTALL_PAGE)![1]!;
}

/** The libraries that the page says the program needs. */
export function listedLibraries(): readonly string[] {
  return INSTALL_PAGE.match(/\b(?:lib[a-z_+]+|ld-linux-x86-64)\.so\.\d+/g) ?? [];
}

/** Copies the program and files of this system, such as `/usr/bin/curl`, to where they are on this system. */
export async function fillRoot(root: string, files: readonly string[]): Promise<void> {
  await mkdir(join(root, 'tmp'), { recursive: true });
  await copyFile(PROGRAM, join(root, 'id-emulator'));
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await copyFile(file, join(root, file));
  }
}

/** The paths of a program, or of a library's name, and of all the libraries that it loads. */
export function withLibraries(program: string): string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return [program, ...(stdout.match(/\/\S+/g) ?? [])];
}

/** Starts the program in a root that has nothing else. */
export function programIn(root: string, parameters: readonly string[]): SpawnedProcess {
  const [command, ...before] = [...CHANGE_ROOT, root, '/id-emulator'];
  return new SpawnedProcess(command, [...before, ...parameters], {
    cwd: root,
    env: { ...environmentWithoutSettings(), TMPDIR: '/tmp' },
  });
}
