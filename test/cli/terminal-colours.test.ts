/** What people read on a terminal: in colour, and no wider than it. */

import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';

const ESCAPE = '\u001B[';

interface Seen {
  readonly columns?: number;
  readonly environment?: NodeJS.ProcessEnv;
}

/** What a command prints on a terminal; without columns, into a pipe. */
async function printed(parameters: readonly string[], { columns, environment = {} }: Seen = {}): Promise<string> {
  let text = '';
  await run(parameters, {
    environment,
    print: (piece) => {
      text += piece;
    },
    printError: () => undefined,
    ...(columns !== undefined && { screen: { columns } }),
    interrupted: new AbortController().signal,
  });
  return text;
}

/** An emulator whose client has called without waiting as long as it was told to. */
async function emulatorWithBrokenRule() {
  const emulator = await startEmulator({ population: 0, scenario: 'rate-limit-burst;burst=1;retry-after=5' });
  const headers = { Authorization: `Bearer ${await tokenOf(emulator.defaultSandbox)}` };
  for (let call = 0; call < 3; call++)
    await (await fetch(`${emulator.apiUrl}/institutions/me/users`, { headers })).text();
  return emulator;
}

test('verdicts and statuses are in colour on a terminal, and plain in a pipe', async () => {
  await using emulator = await emulatorWithBrokenRule();
  for (const command of ['judge', 'journal']) {
    const onTerminal = await printed([command, '--url', emulator.url], { columns: 1_000 });
    const inPipe = await printed([command, '--url', emulator.url]);
    expect(onTerminal).toContain(ESCAPE);
    expect(inPipe).not.toContain(ESCAPE);
    expect(stripVTControlCharacters(onTerminal)).toBe(inPipe);
  }
});

test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('%o switches colour off', async (environment) => {
  await using emulator = await emulatorWithBrokenRule();
  const text = await printed(['judge', '--url', emulator.url], { columns: 1_000, environment });
  expect(text).toContain('FAIL');
  expect(text).not.toContain(ESCAPE);
});

test('no line is wider than the terminal, and no word is lost', async () => {
  await using emulator = await emulatorWithBrokenRule();
  for (const command of ['judge', 'journal']) {
    const narrow = stripVTControlCharacters(await printed([command, '--url', emulator.url], { columns: 60 }));
    const wide = await printed([command, '--url', emulator.url]);
    expect(narrow.split('\n').filter((line) => line.length > 60)).toEqual([]);
    expect(narrow.split(/\s+/)).toEqual(wide.split(/\s+/));
  }
});

test('JSON is the same on a terminal and in a pipe', async () => {
  await using emulator = await emulatorWithBrokenRule();
  const parameters = ['judge', '--json', '--url', emulator.url];
  expect(await printed(parameters, { columns: 40 })).toBe(await printed(parameters));
});

test('a terminal of 0 columns does not know its width: no word is broken', async () => {
  const wide = await printed(['scenarios', 'list'], { columns: 10_000 });
  expect(await printed(['scenarios', 'list'], { columns: 0 })).toBe(wide);
});
