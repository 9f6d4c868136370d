import { request } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { untilEnd } from '../../until-end.js';
import { evidenceOf } from './recorded-traffic.js';

const emulator = await untilEnd(startEmulator({ population: 0 }));

test('a message that HTTP refuses says nothing of the contract', async () => {
  const refused = request(`${emulator.apiUrl}/verification/generate-link`, {
    method: 'POST',
    headers: { expect: 'much', 'content-type': 'application/json' },
  });
  refused.end('{}');
  const [response] = (await once(refused, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  response.resume();
  expect(response.statusCode).toBe(417);

  const har = await (await fetch(`${emulator.url}/_emulator/sandboxes/default/journal/har`)).text();
  const { points, read } = await evidenceOf(emulator.apiUrl, har);
  expect(points).toEqual({});
  expect(read.leftOut).toMatchObject({ unreadable: 1 });
});
