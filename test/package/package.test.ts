/** What users install: the tarballs of emulator and client library, made once and installed into empty folders. */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import clientManifest from '../../src/client/package.json' with { type: 'json' };
import { budget } from '../budget.js';
import { accessTokenOf } from '../cli/access-token.js';
import { environmentWithoutSettings, readyLine } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { checkTypes, installPackage, output, TYPE_CHECKER_6, type InstalledPackage } from './installed-package.js';
import { PROJECT } from '../project.js';
import { lintMessages, typeProblems } from './tarball-checks.js';

const START = ['start', '--port', '0', '--log', 'json'];

let folder: string;
let installed: InstalledPackage;
let client: InstalledPackage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'id-emulator-package-'));
  const folders = [join(folder, 'emulator'), join(folder, 'client')] as const;
  await Promise.all(folders.map((path) => mkdir(path)));
  [installed, client] = await Promise.all([
    installPackage(folders[0]),
    installPackage(folders[1], join(PROJECT, 'src/client')),
  ]);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['id-emulator', () => installed],
  ['@id-emulator/sdk', () => client],
])('the tarball of %s', (name, packed) => {
  test('passes publint without a message', async () => {
    expect(await lintMessages(packed())).toEqual([]);
  });

  test('holds no leftovers of the build', async () => {
    const names = await readdir(join(packed().consumer, 'node_modules', name), { recursive: true });
    const built = names.filter((file) => !file.startsWith('examples/'));
    expect(built.filter((file) => /\.tsbuildinfo$|\.map$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });
});

test('the types are right for everybody who can import the package', { timeout: 120_000 }, async () => {
  expect(await typeProblems(installed)).toEqual([
    // It has one: what requires an ES module with a default export says so only when it runs.
    'FalseExportDefault /node_modules/id-emulator/dist/lib/jest.d.cts',
    // Vitest itself is for ES modules alone.
    'CJSResolvesToESM ./vitest',
  ]);
});

test('the public types show no class of the inside, and nothing that TypeScript 5.0 does not know', async () => {
  const folder = join(installed.consumer, 'node_modules/id-emulator/dist/lib');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.d.ts'));
  const text = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
  const classes = [...text.matchAll(/^declare (?:abstract )?class (\w+)/gm)].map(([, name]) => name);
  expect(classes.filter((name) => !/(?:Error|Problem|Control|EmulatorEnvironment)$/.test(name!))).toEqual([]);
  expect(text).not.toMatch(/\b(?:Uint8Array|Buffer)</);
});

test('the types of the client library are right for CommonJS, ESM and bundlers', { timeout: 120_000 }, async () => {
  expect(await typeProblems(client)).toEqual([]);
});

test('the tarball holds what users need, and nothing else', async () => {
  const names = await readdir(join(installed.consumer, 'node_modules/id-emulator'));
  expect(names).toEqual(expect.arrayContaining(['dist', 'fixtures', 'package.json', 'scenarios', 'spec']));
  const pages = [
    'CHANGELOG.md',
    'CODE_OF_CONDUCT.md',
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
    'action.yml',
    'bench',
    'docs',
    'examples',
    'integrations',
    'src',
  ];
  const forAgents = ['llms.txt', 'skills'];
  const needed = [...pages, ...forAgents, 'LICENSE', 'bin', 'dist', 'fixtures', 'package.json', 'scenarios', 'spec'];
  expect(names.filter((name) => !needed.includes(name))).toEqual([]);
});

test('every link in a page of the tarball leads to a file or folder of it', async () => {
  const folder = join(installed.consumer, 'node_modules/id-emulator');
  const files = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const pages = files.filter((file) => /\.(?:md|txt)$/.test(file));
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'llms.txt', 'docs/README.md', 'docs/ways/tests.md']));
  const dead: string[] = [];
  for (const page of pages) {
    const prose = (await readFile(join(folder, page), 'utf8'))
      .replaceAll(/^```[^]*?^```/gm, '')
      .replaceAll(/`[^`\n]*`/g, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s#:]+)(?:#[^)\s]*)?\)/g))
      if (!files.includes(posix.join(dirname(page), target.replace(/\/$/, '')))) dead.push(`${page}: ${target}`);
  }
  expect(dead).toEqual([]);
});

test('the pages in the tarball are those of the repository, without what is generated for the site', async () => {
  const packed = await readdir(join(installed.consumer, 'node_modules/id-emulator/docs'));
  expect(packed).toContain('troubleshooting.md');
  expect(packed).not.toContain('api');
  expect(await readdir(join(installed.consumer, 'node_modules/id-emulator/src'), { recursive: true })).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/\.ts$/)]),
  );
});

test.each([
  ['cli', 'express'],
  ['lib', '@peculiar/x509'],
  ['shipped', 'ajv-formats'],
])('dist/%s lists the packages in its bundle for scanners, such as %s', async (bundle, name) => {
  const file = join(installed.consumer, 'node_modules/id-emulator/dist', bundle, 'sbom.cdx.json');
  const { components } = JSON.parse(await readFile(file, 'utf8')) as { components: readonly Record<string, string>[] };
  const { version } = JSON.parse(await readFile(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(components).toContainEqual(
    expect.objectContaining({ type: 'library', name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }),
  );
});

test('verify says what to install where the Pact verifier is missing', async () => {
  const pact = JSON.stringify({
    consumer: { name: 'a' },
    provider: { name: 'b' },
    interactions: [{ description: 'c', request: { method: 'GET', path: '/' }, response: { status: 404 } }],
  });
  await writeFile(join(installed.consumer, 'pact.json'), pact);
  await using command = new SpawnedProcess(
    process.execPath,
    ['node_modules/id-emulator/dist/cli/main.js', 'verify', 'pact.json'],
    { cwd: installed.consumer, env: environmentWithoutSettings() },
  );
  const needed = 'npm install --save-dev @pact-foundation/pact';
  expect(await command.ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `id-emulator: verifying pacts needs @pact-foundation/pact, which is not installed: ${needed}\n`,
  });
});

test('npx runs the installed command, which tells the version of the package', async () => {
  expect(await output(installed.consumer, 'npx', ['id-emulator', '--version'])).toBe(`${manifest.version}\n`);
});

test('the installed command serves users, and SIGTERM ends it with exit code 0', async () => {
  const bin = join(installed.consumer, 'node_modules/.bin/id-emulator');
  await using command = new SpawnedProcess(bin, START, { cwd: installed.consumer, env: environmentWithoutSettings() });
  const emulator = await readyLine(command);
  const health = await fetch(`${emulator.url}/_emulator/health`);
  expect(health.status).toBe(200);
  const users = await fetch(`${emulator.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${await accessTokenOf(emulator)}` },
  });
  expect(users.status).toBe(200);
  expect(await users.json()).toHaveProperty('items');
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('the proxy with --prism names the package that it needs, and the line that gets it', async () => {
  const bin = join(installed.consumer, 'node_modules/.bin/id-emulator');
  await using command = new SpawnedProcess(
    bin,
    ['proxy', '--prism', '--upstream', 'http://127.0.0.1:9', '--token-upstream', 'http://127.0.0.1:9'],
    { cwd: installed.consumer, env: environmentWithoutSettings() },
  );
  expect(await command.ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'id-emulator: proxy --prism needs @stoplight/prism-http, which is not installed: npm install --save-dev @stoplight/prism-http@5.12.0\n',
  });
});

test('a script starts an emulator, and calls it with the client library as ESM and as CommonJS', async () => {
  const script = `
    import { createRequire } from 'node:module';
    import { startEmulator } from 'id-emulator';
    import { idSdk } from 'id-emulator/client';
    const { idSdk: required } = createRequire(import.meta.url)('id-emulator/client');
    const emulator = await startEmulator();
    const { status } = await fetch(emulator.url + '/_emulator/health');
    const counts = [];
    for (const library of [idSdk, required]) {
      const connection = await library.connect({ clientId: emulator.clientId, clientSecret: emulator.clientSecret, baseUrl: emulator.url, tokenUrl: emulator.tokenUrl });
      counts.push((await connection.getUsers()).items.length);
    }
    await emulator.close();
    console.log(status, ...counts, idSdk === required);
  `;
  await writeFile(join(installed.consumer, 'script.js'), script);
  expect(await output(installed.consumer, process.execPath, ['script.js'])).toBe('200 10 10 false\n');
});

test('a script in CommonJS requires the package, and each of its entries that needs no other package', async () => {
  const script = `
    const { startEmulator } = require('id-emulator');
    for (const entry of ['pact', 'node-test']) require('id-emulator/' + entry);
    (async () => {
      const emulator = await startEmulator();
      const { status } = await fetch(emulator.url + '/_emulator/health');
      await emulator.close();
      console.log(status);
    })();
  `;
  await writeFile(join(installed.consumer, 'script.cjs'), script);
  const printed = await output(installed.consumer, process.execPath, ['script.cjs']);
  expect(printed.split('\n')).toContain('200');
});

const PROGRAM = `
  import { createEmulatorApp, startEmulator, OptionsError, type Emulator, type EmulatorOptions, type SandboxControl } from 'id-emulator';
  import { idSdk, type InstitutionUser } from 'id-emulator/client';
  import { openSandbox } from 'id-emulator/node-test';
  import { verifyPacts } from 'id-emulator/pact';
  const options: EmulatorOptions = { port: 0, seed: 7, network: 'mainnet' };
  export async function users(): Promise<InstitutionUser[]> {
    const emulator: Emulator = await startEmulator(options);
    const url: string = emulator.url;
    emulator.defaultSandbox.use('rate-limit-burst', { burst: 2, 'retry-after': 1 });
    emulator.defaultSandbox.scenarios.use('our-outage', { seconds: 1 });
    // @ts-expect-error A typo does not compile.
    emulator.defaultSandbox.use('rate-limit-burts');
    // @ts-expect-error There is no such operation.
    emulator.defaultSandbox.requests({ operation: 'getUzers' });
    // @ts-expect-error A seed is a number.
    await startEmulator({ seed: url });
    const connection = await idSdk.connect({ clientId: emulator.clientId, clientSecret: emulator.clientSecret, baseUrl: url, tokenUrl: emulator.tokenUrl });
    return (await connection.getUsers()).items;
  }
  export const opened = (context: Parameters<typeof openSandbox>[0]): Promise<SandboxControl> => openSandbox(context);
  export const error: Error = new OptionsError('no');
  export { createEmulatorApp, verifyPacts };
`;

const MODULES = [
  { module: 'node16', files: ['program.mts', 'program.cts'] },
  { module: 'nodenext', files: ['program.mts', 'program.cts'] },
  { module: 'preserve', moduleResolution: 'bundler', files: ['program.ts', 'program.cts'] },
];

test.each(
  MODULES.flatMap(({ files, ...module }) =>
    // How modules are found does not depend on the types that are there: one of them is enough without those of Node.js.
    budget({ short: module.module === 'nodenext' ? [['node'], []] : [['node']], long: [['node'], []] }).flatMap(
      (types) =>
        // What is right with the declarations checked is right without.
        budget({ short: [false], long: [false, true] }).map((skipLibCheck) => ({
          ...module,
          types,
          skipLibCheck,
          files,
        })),
    ),
  ),
)('a TypeScript program imports the installed package: %j', { timeout: 120_000 }, async ({ files, ...options }) => {
  expect(await checkTypes(installed, options, PROGRAM, files)).toBe('');
});

test('a TypeScript program that does not read `exports` imports the entries, too', { timeout: 120_000 }, async () => {
  const options = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' };
  expect(await checkTypes(installed, options, PROGRAM, ['program.ts'], [TYPE_CHECKER_6])).toBe('');
});

test('the client library has no dependencies, and the version of the emulator that it was tested with', () => {
  expect(clientManifest).not.toHaveProperty('dependencies');
  expect(clientManifest).toMatchObject({ name: '@id-emulator/sdk', private: true });
  expect(clientManifest.version).toBe(manifest.version);
});

test('the tarball of the client library holds the library and its README', async () => {
  const names = await readdir(join(client.consumer, 'node_modules/@id-emulator/sdk'), { recursive: true });
  expect(names.filter((name) => !name.startsWith('dist/')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
});

test('every link in the README of the client library leads to a file of the tarball, or to a heading', async () => {
  const folder = join(client.consumer, 'node_modules/@id-emulator/sdk');
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(
    ([, text]) => `#${text!.toLowerCase().replaceAll(' ', '-')}`,
  );
  const files = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const links = [...readme.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target!);
  expect(links).not.toEqual([]);
  expect(links.filter((link) => !(link.startsWith('#') ? headings : files).includes(link))).toEqual([]);
});

const SCRIPT = `
  idSdk.connect({ clientId: 'a', clientSecret: 'b' }).catch((error) => console.log(error instanceof InvalidArgumentError, error.message));
`;
const REFUSAL = 'true baseUrl or ID_SDK_MAINNET_BASE_URL must be an HTTP URL without user and fragment\n';

test.each([
  ['ESM', 'script.mjs', "import { InvalidArgumentError, idSdk } from '@id-emulator/sdk';"],
  ['CommonJS', 'script.cjs', "const { InvalidArgumentError, idSdk } = require('@id-emulator/sdk');"],
])('a program in %s loads the installed client library', async (_, file, load) => {
  await writeFile(join(client.consumer, file), load + SCRIPT);
  expect(await output(client.consumer, process.execPath, [file])).toBe(REFUSAL);
});

const CLIENT_PROGRAM = `
  import { idSdk, APIError, type Connection, type InstitutionUser } from '@id-emulator/sdk';
  export async function names(): Promise<string[]> {
    const connection: Connection = await idSdk.connect({ clientId: 'a', clientSecret: 'b', network: 'devnet' });
    const users: InstitutionUser[] = (await connection.getUsers({ limit: 5 })).items;
    // @ts-expect-error The limit is a number.
    await connection.getUsers({ limit: '5' });
    return users.map(({ fullName = '?' }) => fullName);
  }
  export const status = (error: unknown): number => (error instanceof APIError ? error.status : 0);
`;

test.each(budget({ short: MODULES.slice(0, 1), long: MODULES }))(
  'programs in TypeScript import the installed client library: %j',
  { timeout: 120_000 },
  async ({ files, ...module }) => {
    expect(await checkTypes(client, module, CLIENT_PROGRAM, files)).toBe('');
  },
);
