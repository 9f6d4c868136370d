/** SIGTERM and SIGINT end the emulator with exit code 0, and without cutting anybody off; they end every other command. */

import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { environmentWithoutSettings, MAIN, readyLine, spawnedEmulator, type ReadyLine } from './id-emulator.js';
import { SpawnedProcess } from './spawned-process.js';
import { temporaryFolder } from './temporary-folder.js';

const FORM = 'grant_type=client_credentials&client_id=demo-institution&client_secret=demo-secret';

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle emulator', async (signal) => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  await readyLine(command);
  expect(await command.end(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets a request in flight have its answer', async (signal) => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { url, tokenUrl } = await readyLine(command);
  const inFlight = await requestInFlight(tokenUrl);
  const ended = command.end(signal);
  await noLongerListening(url);
  const answer = await responseTo(inFlight);
  expect(answer.statusCode).toBe(200);
  expect(await text(answer)).toContain('access_token');
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('the last answer on a connection tells the client that it is the last', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { url, tokenUrl } = await readyLine(command);
  const inFlight = await requestInFlight(tokenUrl);
  const ended = command.end('SIGTERM');
  await noLongerListening(url);
  const answer = await responseTo(inFlight);
  answer.resume();
  expect(answer.headers.connection).toBe('close');
  await ended;
});

test('a request that never becomes complete does not keep the emulator', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { tokenUrl } = await readyLine(command);
  const inFlight = await requestInFlight(tokenUrl);
  const cutOff = once(inFlight, 'error');
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  await cutOff;
});

test('a connection that a client keeps open does not keep the emulator', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { url } = await readyLine(command);
  await (await fetch(`${url}/_emulator/health`)).arrayBuffer();
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
});

test('a second signal does not spoil the end', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { url, tokenUrl } = await readyLine(command);
  const inFlight = await requestInFlight(tokenUrl);
  inFlight.on('error', () => undefined);
  const ended = command.end('SIGINT');
  await noLongerListening(url);
  void command.end('SIGINT');
  expect(await ended).toMatchObject({ code: 0, signal: null });
});

test('a SIGTERM to npm ends the emulator, although the shell between them does not pass it on', async () => {
  const script = '"$0" "$1" start --port 0 --log json; true';
  await using shell = new SpawnedProcess('sh', ['-c', script, process.execPath, MAIN], {
    cwd: import.meta.dirname,
    env: { ...environmentWithoutSettings(), npm_execpath: 'npm' },
  });
  const { url } = await readyLine(shell);
  await shell.end('SIGTERM');
  await noLongerListening(url);
});

/** Signals the process when the first file of the command is loaded behind those that start it. */
const SIGNALLED_WHILE_LOADING = dataUrl(`
import { Module } from 'node:module';
const { load } = Module.prototype;
Module.prototype.load = function (path) {
  if (path.includes('/dist/cli/run-')) {
    Module.prototype.load = load;
    process.kill(process.pid, 'SIGTERM');
  }
  return load.call(this, path);
};`);

const WITHOUT_END: [command: string, parameters: (url: string) => string[], code: number][] = [
  ['start', () => ['start', '--port', '0'], 0],
  ['exec', () => ['exec', '--', 'sleep', '60'], 143],
  ['audit', () => ['audit', '--', 'sleep', '60'], 143],
  ['mutate', () => ['mutate', '--', 'sleep', '60'], 143],
  ['wait', (url) => ['wait', '--url', url], 143],
  ['sandbox', (url) => ['sandbox', 'list', '--url', url], 143],
  ['clock', (url) => ['clock', 'show', '--url', url], 143],
  ['journal', (url) => ['journal', '--url', url], 143],
  ['tail', (url) => ['tail', '--url', url], 0],
  ['judge', (url) => ['judge', '--url', url], 143],
  ['pact', (url) => ['pact', 'from-journal', '--consumer', 'web', '--url', url], 143],
  ['proxy', (url) => ['proxy', '--upstream', url, '--token-upstream', url, '--port', '0'], 0],
  ['verify', (url) => ['verify', `${url}/pact.json`], 143],
  [
    'conform',
    (url) => ['conform', '--base-url', url, '--token-url', url, '--client-id', 'web', '--client-secret', 'secret'],
    143,
  ],
];

test.concurrent.each(WITHOUT_END)(
  'a signal that comes while %s is loaded ends it, and nothing is left behind',
  async (_, parameters, code) => {
    await using server = await silentServer();
    await using folder = await temporaryFolder({ 'tmp/.keep': '' });
    await using command = spawnedEmulator(parameters(server.url), {
      cwd: folder.path,
      env: { TMPDIR: join(folder.path, 'tmp'), NODE_OPTIONS: `--import ${SIGNALLED_WHILE_LOADING}` },
    });
    expect(await command.ended).toMatchObject({ code, signal: null });
    const left = (): Promise<string[]> => readdir(join(folder.path, 'tmp'));
    // The process of the verifier may end a little later than the command.
    await vi.waitUntil(async () => (await left()).length === 1, { timeout: 20_000 });
  },
);

test.concurrent.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a command that waits for an emulator that does not answer', async (signal, code) => {
  await using server = await silentServer();
  await using command = spawnedEmulator(['journal', '--url', server.url]);
  await server.asked;
  expect(await command.end(signal)).toMatchObject({ code, signal: null, stdout: '', stderr: '' });
});

test.concurrent.each([
  ['wait', (url: string) => ['wait', '--url', url, '--timeout', '600'], 130],
  ['proxy', (url: string) => ['proxy', '--upstream', url, '--token-upstream', url, '--port', '0'], 0],
] as const)('Ctrl-C ends %s while it waits for a server that does not answer', async (_, parameters, code) => {
  await using server = await silentServer();
  await using command = spawnedEmulator(parameters(server.url));
  await server.asked;
  expect(await command.end('SIGINT')).toMatchObject({ code, signal: null, stdout: '', stderr: '' });
});

/** A server that accepts connections and says nothing. */
async function silentServer(): Promise<AsyncDisposable & { readonly url: string; readonly asked: Promise<unknown> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: once(server, 'connection'),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

function dataUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** A request of which the emulator has the head, and waits for the body: it said "100 Continue". */
async function requestInFlight(tokenUrl: ReadyLine['tokenUrl']): Promise<ClientRequest> {
  const inFlight = request(tokenUrl, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': FORM.length,
      Expect: '100-continue',
    },
  });
  inFlight.flushHeaders();
  await once(inFlight, 'continue');
  return inFlight;
}

/** Completes the request. */
async function responseTo(inFlight: ClientRequest): Promise<IncomingMessage> {
  const response = once(inFlight, 'response');
  inFlight.end(FORM);
  const [answer] = (await response) as [IncomingMessage];
  return answer;
}

/** The signal has arrived when nobody new can connect. */
async function noLongerListening(url: ReadyLine['url']): Promise<void> {
  const { hostname, port } = new URL(url);
  await vi.waitFor(
    async () => {
      const socket = connect(Number(port), hostname);
      const connected = once(socket, 'connect').finally(() => socket.destroy());
      await expect(connected).rejects.toThrow('ECONNREFUSED');
    },
    { interval: 10 },
  );
}
