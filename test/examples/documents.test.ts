/** What README and docs/testing.md show is what the examples do, or is run here. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { exampleProject, type ExampleProject } from './example-project.js';

const PROJECT = new URL('../../', import.meta.url);
const README = readFileSync(new URL('README.md', PROJECT), 'utf8');
const TESTING = readFileSync(new URL('docs/testing.md', PROJECT), 'utf8');

interface Excerpt {
  readonly file: string;
  readonly code: string;
}

const excerpts = [...TESTING.matchAll(/```(?:ts|js)\n\/\/ (\S+)\n([^]*?)```/g)].map(([, file, code]): Excerpt => ({
  file: file!,
  code: code!,
}));

test.each(excerpts)('docs/testing.md contains a part of $file', ({ file, code }) => {
  expect(readFileSync(new URL(file, PROJECT), 'utf8')).toContain(code);
});

test('every code block in docs/testing.md is from an example', () => {
  expect(excerpts).toHaveLength(TESTING.match(/```(?:ts|js)\n/g)!.length);
});

test('the control plane commands in docs/testing.md succeed', async () => {
  await using emulator = await startEmulator();
  const [, commands = ''] = /```sh\n([^`]*)```/.exec(TESTING) ?? [];
  const script = commands
    .replaceAll('http://127.0.0.1:4010', emulator.url)
    .replaceAll('curl ', 'curl --silent --show-error --fail-with-body ');
  const { id } = emulator.sandbox();
  await promisify(execFile)('sh', ['-ec', script], { env: { ...process.env, SANDBOX: id } });
  expect(emulator.sandboxes().map(({ name }) => name)).toEqual([undefined, 'a test']);
});

describe('the README', () => {
  const [inVitest = '', inScript = ''] = [...README.matchAll(/```ts\n([^`]*)```/g)].map(([, code]) => code!);
  let example: ExampleProject;

  beforeAll(async () => {
    example = await exampleProject('vitest');
  }, 60_000);

  afterAll(() => example[Symbol.asyncDispose]());

  test('the test in the README passes with the client of the example', async () => {
    const client = `
      import { InstitutionClient } from '../src/institution-client.js';
      function yourClient(apiUrl: string, tokenUrl: string, clientId: string, clientSecret: string) {
        const client = new InstitutionClient({ apiUrl, tokenUrl, clientId, clientSecret });
        return { users: () => client.users().next() };
      }
    `;
    await example.write('test/readme.test.ts', `${inVitest}${client}`);
    expect(await example.run('vitest', 'run', 'test/readme.test.ts')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Tests +1 passed/) as string,
    });
  }, 120_000);

  test('the script in the README prints the addresses of the emulator', async () => {
    await example.write('readme.mjs', inScript);
    const { stdout } = await example.run('node', 'readme.mjs');
    expect(stdout).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/api\/v1 http:\/\/127\.0\.0\.1:\d+\/oauth\/token demo-institution demo-secret\n$/,
    );
  });
});
