/** The stream of outlines: one line of each exchange, for people who look. */

import { expect, test } from 'vitest';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

interface Event {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));

/** Reads events until one of them satisfies the condition; all so far. */
async function eventsUntil(
  { id }: TestSandbox,
  query: string,
  isLast: (event: Event) => boolean,
  whileOpen: () => PromiseLike<unknown>,
): Promise<Event[]> {
  const abort = new AbortController();
  const url = `${controlled.emulator.url}/_emulator/sandboxes/${id}/journal/outlines${query}`;
  const response = await fetch(url, { signal: abort.signal });
  const events: Event[] = [];
  const acting = Promise.resolve(whileOpen());
  let rest = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop()!;
    events.push(...blocks.flatMap(eventIn));
    if (events.some(isLast)) break;
  }
  await acting;
  abort.abort();
  return events;
}

function eventIn(block: string): Event[] {
  const name = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return name === undefined || data === undefined ? [] : [{ name, data: JSON.parse(data) as Event['data'] }];
}

test('an outline has what one line shows, and no message', async () => {
  const sandbox = await controlled.open();
  const events = await eventsUntil(
    sandbox,
    '',
    ({ data }) => data['operation'] === 'getUsers',
    () => sandbox.get('/institutions/me/users?limit=1').set('Emulator-Scenario', 'rate-limit-burst;burst=1'),
  );
  // It may have ended in the same piece of the stream.
  const outline = events.find(({ name, data }) => name === 'exchange' && data['id'] === 2)!;
  expect(outline.data).toMatchObject({
    method: 'GET',
    query: 'limit=1',
    status: 429,
    clientId: sandbox.clientId,
  });
  expect(outline.data).not.toHaveProperty('request');
});

test('the journal so far is sent first, and then what comes', async () => {
  const sandbox = await controlled.open();
  const events = await eventsUntil(
    sandbox,
    '?from=1',
    ({ data }) => data['id'] === 2,
    () => sandbox.get('/institutions/me/users'),
  );
  expect(events.filter(({ name }) => name === 'exchange').map(({ data }) => data['id'])).toEqual([1, 2]);
});

test('exchanges that come while a long journal is sent follow it, in order and once each', async () => {
  const sandbox = await controlled.open();
  const [before, meanwhile] = [300, 30];
  const send = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent++) await sandbox.get('/institutions/me/users');
  };
  await send(before);
  // One more: the token request.
  const last = 1 + before + meanwhile;
  const events = await eventsUntil(
    sandbox,
    '?from=1',
    ({ data }) => data['id'] === last,
    () => send(meanwhile),
  );
  const ids = events.filter(({ name }) => name === 'exchange').map(({ data }) => data['id']);
  expect(ids).toEqual(Array.from({ length: last }, (_, at) => at + 1));
});

test('an exchange that has not ended has no duration, and an event brings it', async () => {
  const sandbox = await controlled.open();
  const events = await eventsUntil(
    sandbox,
    '',
    ({ name }) => name === 'end',
    () => sandbox.get('/institutions/me/users').set('Emulator-Scenario', 'latency;from="400ms";to="401ms"'),
  );
  const [began] = events.filter(({ name }) => name === 'exchange');
  expect(began!.data).not.toHaveProperty('duration');
  expect(events.at(-1)!.data).toMatchObject({ id: 2, duration: expect.any(Number) as number });
});

test('of more exchanges than the reader asks for, failures are sent, and the number of the others', async () => {
  const sandbox = await controlled.open();
  const events = await eventsUntil(
    sandbox,
    '?rate=10',
    ({ name }) => name === 'gap',
    () =>
      Promise.all([
        ...Array.from({ length: 20 }, () => sandbox.get('/institutions/me/users')),
        sandbox.get('/institutions/me/usrs'),
      ]),
  );
  const shown = events.filter(({ name }) => name === 'exchange').map(({ data }) => data['status']);
  const gap = events.find(({ name }) => name === 'gap')!.data as { missed: number; from: number; to: number };
  expect(shown.length).toBeLessThan(20);
  expect(gap.missed).toBeGreaterThan(0);
  expect(gap.from).toBeLessThanOrEqual(gap.to);
});

test('what is sent of a burst ends with its newest exchange', async () => {
  const sandbox = await controlled.open();
  const events = await eventsUntil(
    sandbox,
    '?rate=10',
    ({ data }) => data['id'] === 61,
    () => Promise.all(Array.from({ length: 60 }, () => sandbox.get('/institutions/me/users'))),
  );
  const count = (name: string): Event[] => events.filter((event) => event.name === name);
  const missed = count('gap').reduce((sum, { data }) => sum + Number(data['missed']), 0);
  expect(count('exchange').length + missed).toBe(60);
});

test('a burst of no more exchanges than the reader asks for in a second loses none', async () => {
  const sandbox = await controlled.open();
  let last = 0;
  const events = await eventsUntil(
    sandbox,
    '?rate=80',
    ({ name, data }) => name === 'gap' || (name === 'exchange' && (last = Number(data['id'])) === 61),
    () => Promise.all(Array.from({ length: 60 }, () => sandbox.get('/institutions/me/users'))),
  );
  expect(events.filter(({ name }) => name === 'gap')).toEqual([]);
  expect(events.filter(({ name }) => name === 'exchange')).toHaveLength(60);
  expect(last).toBe(61);
});

test('readers are told when the journal is cleared, and when the sandbox is reset', async () => {
  const sandbox = await controlled.open();
  const clears = (events: readonly Event[]) => events.filter(({ name }) => name === 'clear').length;
  const isClear = ({ name }: Event) => name === 'clear';
  expect(clears(await eventsUntil(sandbox, '', isClear, () => sandbox.done('delete', '/journal')))).toBe(1);
  expect(clears(await eventsUntil(sandbox, '', isClear, () => sandbox.done('post', '/reset')))).toBe(1);
});

test('no secret is in an outline', async () => {
  const [sandbox, other] = [await controlled.open(), await controlled.open()];
  const secret = other.clientSecret;
  const events = await eventsUntil(
    sandbox,
    '?rate=10',
    ({ name, data }) => name === 'exchange' && data['status'] === 404,
    () => sandbox.get(`/institutions/me/nothing?text=${secret}`),
  );
  expect(JSON.stringify(events)).not.toContain(secret);
});
