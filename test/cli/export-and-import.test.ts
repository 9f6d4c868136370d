/** `--export-on-exit` writes the state of every sandbox, `--import` begins with it. */

import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cast } from '../cast.js';
import { callControl, stateOf } from './call-control.js';
import { idEmulator, outcomeOf, readyLine } from './id-emulator.js';
import { workingFolder } from './temporary-folder.js';

const BEN = cast('Ben').partyId;
const START = ['start', '--port', '0', '--log', 'json', '--now', '2026-02-03T04:05:06Z'];

interface Sandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
}

const EXPORTING = [...START, '--export-on-exit', 'state.json'];

test('only its owner can read the file, and no other file is left beside it', async () => {
  await using folder = await workingFolder();
  await using command = idEmulator(EXPORTING);
  await readyLine(command);
  await command.end('SIGTERM');
  expect(await readdir(folder.path)).toEqual(['state.json']);
  expect((await stat(join(folder.path, 'state.json'))).mode & 0o777).toBe(0o600);
});

test('the state of a single sandbox, as the control plane exports it, is imported into the default one', async () => {
  await using folder = await workingFolder();
  await using first = idEmulator(START);
  const before = await readyLine(first);
  const { body: sandbox } = await callControl<Sandbox>(before, '/sandboxes', {});
  await callControl(before, `/sandboxes/${sandbox.id}/world/parties/${encodeURIComponent(BEN)}/requests`, {
    provider: 'REDDIT',
  });
  const state = await stateOf(before, sandbox.id);
  await writeFile(join(folder.path, 'one.json'), JSON.stringify(state));
  await using second = idEmulator([...START, '--import', 'one.json']);
  expect(await stateOf(await readyLine(second))).toEqual(state);
});

test('one file can be imported at start and written at exit', async () => {
  await using _folder = await workingFolder();
  for (const advanced of [1, 2, 3]) {
    await using command = idEmulator([...EXPORTING, ...(advanced === 1 ? [] : ['--import', 'state.json'])]);
    const emulator = await readyLine(command);
    await callControl(emulator, '/sandboxes/default/clock/advance', { by: '1h' });
    expect((await stateOf(emulator)).clock.time).toBe(Date.parse('2026-02-03T04:05:06Z') + advanced * 3_600_000);
    expect(await command.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  }
});

test.each([
  ['a missing folder', 'nowhere/state.json'],
  ['a path below a file', 'file.txt/state.json'],
  ['a folder in the place of the file', 'folder'],
])('%s is refused at start', async (_, file) => {
  await using _folder = await workingFolder({ 'file.txt': '', 'folder/inside.txt': '' });
  const { code, stdout, stderr } = await outcomeOf([...START, '--export-on-exit', file]);
  expect(stderr).toMatch(/^id-emulator: [^\n]*cannot be written[^\n]*\n$/);
  expect(stderr).toContain(file);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a folder that may not be written to is refused at start', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may write everywhere');
  await using folder = await workingFolder({ 'locked/state.json': '' });
  await chmod(join(folder.path, 'locked'), 0o500);
  const { code, stderr } = await outcomeOf([...START, '--export-on-exit', 'locked/state.json']);
  await chmod(join(folder.path, 'locked'), 0o700);
  expect(stderr).toMatch(/^id-emulator: [^\n]*locked\/state\.json cannot be written[^\n]*\n$/);
  expect(code).toBe(2);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a folder that is missing at %s is reported in one line, with code 1',
  async (signal) => {
    await using folder = await workingFolder({ 'states/old.json': '' });
    await using command = idEmulator([...START, '--export-on-exit', 'states/state.json']);
    await readyLine(command);
    await rm(join(folder.path, 'states'), { recursive: true });
    const { code, stderr } = await command.end(signal);
    expect(stderr).toMatch(/^id-emulator: the state could not be written to states\/state\.json: ENOENT[^\n]*\n$/);
    expect(code).toBe(1);
  },
);

test('if the new file cannot be written completely, the old one stays', async () => {
  await using folder = await workingFolder({ 'state.json': '"old"' });
  await using command = idEmulator(EXPORTING);
  await readyLine(command);
  // A folder with the name of the temporary file causes a failure, as a full disk or a lost permission would.
  await mkdir(join(folder.path, `state.json.${process.pid}.tmp`));
  const { code, stderr } = await command.end('SIGTERM');
  expect(stderr).toMatch(/^id-emulator: the state could not be written to state\.json: [^\n]*\n$/);
  expect(code).toBe(1);
  expect(await readFile(join(folder.path, 'state.json'), 'utf8')).toBe('"old"');
});

/** What an emulator has exported. */
let saved: Saved;
beforeAll(async () => {
  await using folder = await workingFolder();
  await using command = idEmulator(EXPORTING);
  await readyLine(command);
  await command.end('SIGTERM');
  saved = JSON.parse(await readFile(join(folder.path, 'state.json'), 'utf8')) as Saved;
});

test.each<[string, (saved: Saved) => unknown, RegExp]>([
  ['a missing file', () => undefined, /there is no such file/],
  ['a file that is not JSON', () => 'state', /not valid JSON/],
  ['another document', () => ({ hello: 'world' }), /--export-on-exit/],
  ['null', () => null, /--export-on-exit/],
  ['another version of the file', (saved) => ({ ...saved, version: 2 }), /\/version: expected 1, found 2/],
  ['no list', (saved) => ({ ...saved, sandboxes: {} }), /\/sandboxes: expected an array/],
  ['an empty list', (saved) => ({ ...saved, sandboxes: [null] }), /\/sandboxes\/0: expected an object, found null/],
  [
    'a sandbox without a state',
    (saved) => ({ ...saved, sandboxes: [{ ...saved.sandboxes[0], state: undefined }] }),
    /\/sandboxes\/0\/state: expected an object/,
  ],
  [
    'an ID that is not text',
    (saved) => ({ ...saved, sandboxes: [{ ...saved.sandboxes[0], id: 7 }] }),
    /\/sandboxes\/0\/id: expected a string, found 7/,
  ],
  [
    'a state of another version',
    (saved) => withState(saved, { version: 0 }),
    /\/sandboxes\/0\/state\/version: .*found 0/,
  ],
  [
    'a broken event',
    (saved) =>
      withState(saved, {
        events: [{ type: 'credential-changed', partyId: BEN, contractId: 'none', state: 'revoked' }],
      }),
    /\/sandboxes\/0\/state\/events\/0: .*there is no credential none/,
  ],
  [
    'an event of an unknown type',
    (saved) => withState(saved, { events: [{ type: 'struck-by-lightning', partyId: BEN }] }),
    /\/sandboxes\/0\/state\/events\/0/,
  ],
  [
    'a scheduled event that is impossible',
    (saved) =>
      withState(saved, {
        scheduled: [
          { at: 0, event: { type: 'data-request-decided', partyId: 'nobody', requestId: 1, status: 'APPROVED' } },
        ],
      }),
    /\/sandboxes\/0\/state\/scheduled\/0\/event: .*there is no such party/,
  ],
  [
    'a clock out of range',
    (saved) => withState(saved, { clock: { time: 1e300, frozen: true } }),
    /\/sandboxes\/0\/state\/clock\/time/,
  ],
  [
    'two sandboxes with the same client ID',
    (saved) => ({ ...saved, sandboxes: [saved.sandboxes[0], { ...saved.sandboxes[0], id: 'other' }] }),
    /\/sandboxes\/1\/state: The client ID "demo-institution" belongs to sandbox "default" already/,
  ],
  [
    'a default sandbox with another client ID',
    (saved) => ({ ...saved, sandboxes: [{ ...saved.sandboxes[0], clientId: 'acme' }] }),
    /\/sandboxes\/0\/state: Sandbox "default" has the client ID "demo-institution", not "acme"/,
  ],
])(
  '%s is not imported: one line has the file and the mistake, and the emulator does not start',
  async (_, broken, reason) => {
    const content = broken(saved);
    const text = content === 'state' ? 'state' : JSON.stringify(content);
    await using _folder = await workingFolder(content === undefined ? {} : { 'broken.json': text });
    const { code, stdout, stderr } = await outcomeOf([...START, '--import', 'broken.json']);
    expect(stderr).toMatch(/^id-emulator: broken\.json: [^\n]*\n$/);
    expect(stderr).toMatch(reason);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  },
);

interface Saved {
  readonly sandboxes: readonly { readonly state: object }[];
}

function withState({ sandboxes: [first], ...saved }: Saved, changes: object): unknown {
  return { ...saved, sandboxes: [{ ...first, state: { ...first!.state, ...changes } }] };
}
