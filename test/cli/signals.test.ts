/** SIGTERM and SIGINT end the emulator soon, with exit code 0, and without cutting anybody off. */

import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { environmentWithoutSettings, MAIN, readyLine, spawnedEmulator, type ReadyLine } from './id-emulator.js';
import { SpawnedProcess } from './spawned-process.js';

/** The emulator means to end within a second; the rest is for a busy machine. */
const SOON = 2_000;
const FORM = 'grant_type=client_credentials&client_id=demo-institution&client_secret=demo-secret';

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle emulator', async (signal) => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  await readyLine(command);
  const sentAt = performance.now();
  expect(await command.end(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(performance.now() - sentAt).toBeLessThan(SOON);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets a request in flight have its answer', async (signal) => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { url, tokenUrl } = await readyLine(command);
  const inFlight = await requestInFlight(tokenUrl);
  const sentAt = performance.now();
  const ended = command.end(signal);
  await noLongerListening(url);
  const answer = await responseTo(inFlight);
  expect(answer.statusCode).toBe(200);
  expect(await text(answer)).toContain('access_token');
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(performance.now() - sentAt).toBeLessThan(SOON);
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
  const sentAt = performance.now();
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  expect(performance.now() - sentAt).toBeLessThan(SOON);
  await cutOff;
});

test('a connection that a client keeps open does not keep the emulator', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { url } = await readyLine(command);
  await (await fetch(`${url}/_emulator/health`)).arrayBuffer();
  const sentAt = performance.now();
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  expect(performance.now() - sentAt).toBeLessThan(SOON);
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
