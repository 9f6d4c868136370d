/** Output that nobody reads any longer, and output that cannot be written. */

import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Command } from 'commander';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCommands } from '../../src/cli/commands.js';
import { startEmulator, type Emulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { environmentWithoutSettings, MAIN, spawnedEmulator } from './id-emulator.js';
import { SpawnedProcess } from './spawned-process.js';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const PACT = fileURLToPath(
  new URL('../../examples/consumer-plain/pacts/link-desk-identity-service.json', import.meta.url),
);
const BIN = fileURLToPath(new URL('../../bin/id-emulator.js', import.meta.url));

let emulator: Emulator;
let folder: TemporaryFolder;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  emulator = await startEmulator();
  env = { ID_EMULATOR_URL: emulator.url, ID_EMULATOR_CONFORM_CLIENT_SECRET: emulator.clientSecret };
  await getUsers(emulator, 2);
  const bundle = await fetch(`${emulator.url}/_emulator/sandboxes/default/bundle`);
  folder = await temporaryFolder({ 'bundle.json': await bundle.text() });
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await emulator.close();
});

async function getUsers(
  service: Pick<Emulator, 'apiUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>,
  times: number,
): Promise<number[]> {
  const headers = { Authorization: `Bearer ${await tokenOf(service)}` };
  const statuses: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const response = await fetch(`${service.apiUrl}/institutions/me/users`, { headers });
    await response.text();
    statuses.push(response.status);
  }
  return statuses;
}

/** Sends requests until the promise is settled. */
async function sendingRequests<Result>(settled: Promise<Result>): Promise<Result> {
  const pending = Symbol('pending');
  for (;;) {
    await getUsers(emulator, 1);
    const result = await Promise.race([settled, Promise.resolve(pending)]);
    if (result !== pending) return result;
  }
}

/** Commands that end by themselves, by their names. */
const ENDING: Readonly<Record<string, () => readonly string[]>> = {
  exec: () => ['exec', '--judge', '--', process.execPath, '-e', 'console.log("done")'],
  audit: () => ['audit', '--json', '--', process.execPath, '-e', ''],
  mutate: () => ['mutate', '--json', '--', process.execPath, '-e', ''],
  wait: () => ['wait'],
  env: () => ['env'],
  sandbox: () => ['sandbox', 'list'],
  clock: () => ['clock'],
  journal: () => ['journal', '--json'],
  call: () => ['call', 'getUsers'],
  scenarios: () => ['scenarios', 'list', '--json'],
  fixtures: () => ['fixtures', 'check', PACT],
  fidelity: () => ['fidelity', '--json'],
  conform: () => [
    ...['conform', '--base-url', emulator.apiUrl, '--token-url', emulator.tokenUrl],
    ...['--client-id', emulator.clientId, '--json'],
  ],
  evidence: () => ['evidence', join(folder.path, 'bundle.json'), '--service', emulator.url, '--json'],
  judge: () => ['judge', '--json'],
  states: () => ['states', 'list'],
  verify: () => ['verify', '--json', PACT],
  pact: () => ['pact', 'from-journal', '--consumer', 'one', '--provider', 'other'],
};

/** Commands that serve until they are interrupted. */
const SERVING: Readonly<Record<string, () => readonly string[]>> = {
  start: () => ['start', '--port', '0', '--log', 'json'],
  inspect: () => ['inspect', '--port', '0', join(folder.path, 'bundle.json')],
  proxy: () => [
    ...['proxy', '--port', '0', '--upstream', emulator.url, '--token-upstream', emulator.tokenUrl],
    ...['--log', 'json'],
  ],
};

test('the tables below have every command', async () => {
  const print = (): void => undefined;
  const surroundings = { environment: {}, print, printError: print, interrupted: new AbortController().signal };
  const root = new Command();
  await addCommands(root, surroundings, undefined);
  const { commands } = root;
  const tried = [...Object.keys(ENDING), ...Object.keys(SERVING), 'tail', 'mcp'];
  expect(commands.map((command) => command.name()).toSorted()).toEqual(tried.toSorted());
});

test.each(Object.keys(ENDING))('%s ends as usual although nobody reads its output', async (name) => {
  const parameters = ENDING[name]!();
  await using usual = spawnedEmulator(parameters, { env });
  const { code } = await usual.ended;
  await using unread = spawnedEmulator(parameters, { env });
  unread.stopReading('stdout');
  await using unheard = spawnedEmulator(parameters, { env });
  unheard.stopReading('stderr');

  const { stderr, ...end } = await unread.ended;
  expect({ ...end, stackTrace: stderr.split('\n').filter((line) => /^\s+at /.test(line)) }).toEqual({
    code,
    signal: null,
    stdout: '',
    stackTrace: [],
  });
  expect(await unheard.ended).toMatchObject({ code, signal: null });
});

test.each(Object.keys(SERVING))('%s serves on although nobody reads its output', async (name) => {
  await using command = spawnedEmulator(SERVING[name]!());
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await command.printed(/http:\/\/127\.0\.0\.1:\d+.*\n/))![0];
  command.stopReading('stdout');
  const served = { ...emulator, apiUrl: `${url}/api/v1`, tokenUrl: `${url}/oauth/token` };
  expect(await getUsers(served, 20)).toEqual(Array<number>(20).fill(200));
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('a reader that ends after the first line of more than a pipe holds leaves the exit code', async () => {
  const script = '{ "$0" "$1" fidelity --json; echo "exit code $?" >&2; } | head -n 1';
  const surroundings = { cwd: folder.path, env: environmentWithoutSettings() };
  await using pipe = new SpawnedProcess('sh', ['-c', script, process.execPath, BIN], surroundings);
  expect(await pipe.ended).toMatchObject({ stdout: '{\n', stderr: 'exit code 0\n' });
});

test('tail ends with the first exchange that nobody reads', async () => {
  await using command = spawnedEmulator(['tail'], { env });
  await sendingRequests(command.printed(/\n/));
  command.stopReading('stdout');
  expect(await sendingRequests(command.ended)).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('mcp ends when its agent reads no longer', async () => {
  await using command = spawnedEmulator(['mcp'], { stdin: 'pipe' });
  command.stopReading('stdout');
  command.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  expect(await command.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('a command below exec --judge that never ends by itself is ended by a closed output', async () => {
  const endless = `process.stdout.on("error", () => process.exit(7));
    setInterval(() => process.stdout.write("line\\n"), 1)`;
  await using command = spawnedEmulator(['exec', '--judge', '--', process.execPath, '-e', endless]);
  await command.printed(/line/);
  command.stopReading('stdout');
  expect(await command.ended).toMatchObject({ code: 7, signal: null });
});

test('a command whose parent has closed the channel of messages goes on', async () => {
  const child = spawn(process.execPath, [MAIN, 'audit', '--json', '--', process.execPath, '-e', ''], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    cwd: folder.path,
    env: environmentWithoutSettings(),
  });
  child.disconnect();
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // Node.js tells no `close` of a child that it has disconnected.
  const [[code]] = (await Promise.all([once(child, 'exit'), once(child.stderr!, 'end')])) as [[number], unknown];
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^id-emulator: the command sent no request [^\n]*\n$/)]);
});

const LOST =
  'id-emulator: cannot write to standard output, so output is lost: ENOSPC: no space left on device, write\n';
const NOTHING_VERIFIED =
  'id-emulator: nothing was verified: .: there is no pact here: the only JSON file is something else; name another, or add --allow-empty\n';

test.runIf(existsSync('/dev/full')).each([
  ['a report that is lost is not a success', 'scenarios list --json', 2, [LOST]],
  ['a check that failed keeps its code', 'verify --json .', 1, [LOST, NOTHING_VERIFIED]],
  ['a command that prints nothing loses nothing', 'wait', 0, []],
])('on a disk that is full, %s', async (_, line, code, messages) => {
  const disk = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [MAIN, ...line.split(' ')], {
    stdio: ['ignore', disk, 'pipe'],
    cwd: folder.path,
    env: { ...environmentWithoutSettings(), ...env },
  });
  closeSync(disk);
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [ended] = (await once(child, 'close')) as [number];
  // The system reports the full disk at once or a little later: either line may be the first.
  const lines = stderr.split(/(?<=\n)/).filter((text) => text !== '');
  expect([ended, ...lines.toSorted()]).toEqual([code, ...messages]);
});

test.runIf(existsSync('/dev/full'))('on a disk that is full, mcp ends, because no response arrives', async () => {
  const surroundings = { cwd: folder.path, env: environmentWithoutSettings(), stdin: 'pipe' } as const;
  const script = 'exec "$0" "$1" mcp > /dev/full';
  await using command = new SpawnedProcess('sh', ['-c', script, process.execPath, BIN], surroundings);
  command.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  expect(await command.ended).toMatchObject({ code: 2, stderr: LOST });
});
