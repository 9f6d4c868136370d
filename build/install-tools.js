/**
 * Installs what only `npm run test:tools`, long tests and the generated pages need: linters, generators, test runners
 * and a browser. They are three times as large as everything else, so `npm ci` leaves them out. Each folder has a lock
 * file of its own; links in `node_modules` make their packages found like any other.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const FOLDERS = ['test/tools', 'test/users'];

for (const folder of FOLDERS) {
  install(folder);
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const commands = readdirSync(join(folder, 'node_modules/.bin')).map((name) => join('.bin', name));
  for (const name of [...Object.keys(devDependencies), ...commands]) link(join(folder, 'node_modules', name), name);
}

/** Installs a folder, unless its lock file is the one that was installed last. */
function install(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules/.installed-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;

  // The first entry of a lock file is the folder itself.
  const count = Object.keys(JSON.parse(lock).packages).length - 1;
  console.log('npm ci leaves out what only these tests need.');
  console.log(`Installing up to ${count} packages in ${folder}, once ...`);
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit', shell });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, lock);
}

/** Links a package or command, unless the project has its own version. */
function link(target, name) {
  const path = join('node_modules', name);
  if (existsSync(path)) return;

  // `existsSync` is also false for a link whose target is gone. Such a link is replaced.
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(realpathSync(resolve(target)), path, name.startsWith('.bin') ? 'file' : 'junction');
}
