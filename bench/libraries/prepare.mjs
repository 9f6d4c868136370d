/** Copies a library's folder and its suite into `build`, installs or builds what they need, and reads the versions. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = join(HERE, 'build');
const BIN = join(BUILD, 'bin');

export const ENVIRONMENT = {
  ...process.env,
  PATH: [BIN, process.env.PATH].join(delimiter),
  PYTHONDONTWRITEBYTECODE: '1',
  GO111MODULE: 'off',
  GOPATH: '/usr/share/gocode',
};

const JARS = ['google-oauth-client', 'google-http-client', 'google-http-client-gson', 'gson', 'guava'];
const TRACING = ['opencensus-api', 'opencensus-contrib-http-util', 'grpc-context'];
const CLASSES = ['.', ...[...JARS, ...TRACING].map((jar) => `/usr/share/java/${jar}.jar`)].join(delimiter);

/** How the suite of a language is built and run. */
const LANGUAGES = {
  JavaScript: {
    files: ['javascript.test.mjs', 'tokens.mjs'],
    command: ['node', '--test', 'javascript.test.mjs'],
  },
  Python: {
    files: ['test_suite.py'],
    command: ['/usr/bin/python3', '-m', 'unittest', '-v', 'test_suite'],
  },
  Go: {
    files: ['suite_test.go', 'json.go'],
    build: ['go', 'test', '-c', '-o', 'suite.test', '.'],
    command: ['./suite.test', '-test.v'],
  },
  Java: {
    files: ['Suite.java'],
    build: ['javac', '-cp', CLASSES, 'Suite.java', 'Client.java'],
    command: ['java', '-XX:TieredStopAtLevel=1', '-cp', CLASSES, 'Suite'],
  },
  Ruby: {
    files: ['suite_test.rb'],
    command: ['ruby', 'suite_test.rb'],
  },
};

export function settingsOf(name) {
  const file = join(HERE, name, 'library.json');
  if (!existsSync(file)) throw new Error(`there is no bench/libraries/${name}`);
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  return { ...LANGUAGES[settings.language], ...settings };
}

/** Which packages of Debian this machine lacks, as a sentence; undefined if it has all. */
export function lackOf(name) {
  const missing = (settingsOf(name).debian ?? []).filter((one) => versionOf(one) === undefined);
  return missing.length === 0 ? undefined : `this machine lacks ${missing.join(', ')} of Debian`;
}

export function prepare(name, isNewest) {
  const { files, build = [], command, debian = [] } = settingsOf(name);
  const folder = join(BUILD, name);
  mkdirSync(BIN, { recursive: true });
  const main = join(HERE, '../../dist/cli/main.js');
  writeFileSync(join(BIN, 'id-emulator'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
  cpSync(join(HERE, name), folder, { recursive: true });
  for (const file of files) cpSync(join(HERE, 'suites', file), join(folder, file));

  const isPackage = existsSync(join(folder, 'package.json'));
  if (isPackage) install(folder, isNewest);
  if (build.length > 0) run(folder, build);
  return { name, folder, command, versions: isPackage ? packageVersions(folder) : debian.map(debianVersion) };
}

/** Installs the locked versions, unless they are there; or the newest, of which the registry knows. */
function install(folder, isNewest) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const flags = ['--ignore-scripts', '--no-audit', '--silent'];
  const newest = Object.keys(dependencies).map((one) => `${one}@latest`);
  const isThere =
    packageVersions(folder).join() ===
    Object.entries(dependencies)
      .map((pair) => pair.join(' '))
      .join();
  if (isNewest) run(folder, ['npm', 'install', ...flags, '--no-save', '--engine-strict', ...newest]);
  else if (!isThere) run(folder, ['npm', 'ci', ...flags]);
}

function packageVersions(folder) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(dependencies).map((one) => {
    const file = join(folder, 'node_modules', one, 'package.json');
    return existsSync(file) ? `${one} ${JSON.parse(readFileSync(file, 'utf8')).version}` : one;
  });
}

function debianVersion(one) {
  return `${one} ${versionOf(one)} (Debian)`;
}

function versionOf(one) {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Version}', one], { encoding: 'utf8' });
  return status === 0 && stdout !== '' ? stdout : undefined;
}

function run(cwd, [command, ...options]) {
  const { status, stdout, stderr } = spawnSync(command, options, { cwd, env: ENVIRONMENT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${options.join(' ')} fails in ${cwd}: ${stdout}${stderr}`);
}
