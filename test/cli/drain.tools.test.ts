/** After a SIGTERM, an emulator that drains serves requests for a while, and tells load balancers to send them elsewhere. */

import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tokenOf } from '../institution.js';
import { readyLine, spawnedEmulator } from './id-emulator.js';

const LONG = '3600';

async function readiness(url: string): Promise<number> {
  const response = await fetch(`${url}/_emulator/health/ready`);
  await response.arrayBuffer();
  return response.status;
}

/** Resolves when load balancers are told. */
async function notReady(url: string): Promise<void> {
  while ((await readiness(url)) !== 503);
}

test('from SIGTERM on, an emulator that drains is not ready and serves requests, until a second signal', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--drain', LONG]);
  const emulator = await readyLine(command);
  const token = await tokenOf(emulator);
  expect(await readiness(emulator.url)).toBe(200);
  const ended = command.end('SIGTERM');
  await notReady(emulator.url);
  const answer = await fetch(`${emulator.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  // Signals that come at once are one: npm doubles them.
  for (let isOver = false; !isOver;) {
    void command.end('SIGTERM');
    isOver = await Promise.race([ended.then(() => true), setTimeout(100, false)]);
  }
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('an emulator that has drained ends by itself', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--drain', '1']);
  const { url } = await readyLine(command);
  const ended = command.end('SIGTERM');
  await notReady(url);
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('Ctrl-C ends an emulator without draining', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--drain', LONG]);
  await readyLine(command);
  expect(await command.end('SIGINT')).toMatchObject({ code: 0, signal: null, stderr: '' });
});
