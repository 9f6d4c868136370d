/** What an error body is follows from its text, and not from its media type alone. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { answer, evidenceWith } from './recorded-traffic.js';

/** What is said of errors whose bodies have this text, as `text/plain`. */
async function saidOf(text: string): Promise<readonly string[]> {
  await using emulator = await startEmulator({ population: 5 });
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get('/institutions/me/users?limit=0');
    },
    (entry) => {
      if (entry.response.status !== 400) return;
      answer(entry, 400);
      entry.response.headers.push({ name: 'Content-Type', value: 'text/plain' });
      entry.response.content.text = text;
    },
  );
  const { observed, variant = 'none' } = points['Error.error']!;
  return [...observed, `variant: ${variant}`];
}

test('a sentence is the variant that sends one', async () => {
  expect(await saidOf('The limit is wrong.')).toEqual([
    '400 of getUsers: a sentence (1 time)',
    'variant: error-body=text',
  ]);
});

test('JSON with the media type of a text is no sentence', async () => {
  expect(await saidOf('{"error":"invalid_request","message":"no"}')).toEqual([
    '400 of getUsers: {error, message} (1 time)',
    'variant: none',
  ]);
});

test('headers that an exporter has removed differ from nothing, and its media type is that of the body', async () => {
  await using emulator = await startEmulator({ population: 5, scenario: 'rate-limit-burst' });
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get('/institutions/me/users');
      await recorder.login();
      await recorder.get('/institutions/me/users');
    },
    ({ response }) => {
      response.headers = [];
      response.content.mimeType = 'application/json';
    },
  );

  const seen = Object.entries(points).filter(([, { observed }]) => observed.length > 0);
  const varied = seen.filter(([, { variant }]) => variant !== undefined).map(([point]) => point);
  expect(varied).toEqual([]);
  expect(seen.map(([point]) => point)).toContain('Error.error');
});
