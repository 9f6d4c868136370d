/** Commands, flags and files that `audit` and `mutate` have to cope with, and interrupts: nothing is left running. */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { budget } from '../budget.js';
import { spawnedEmulator } from '../cli/id-emulator.js';
import type { Outcome, SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

/** Asks for a token, then for users; it does not retry unless it is told to. */
const CLIENT = `${WITH_QUICK_FETCH}
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
export const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
const { ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
export async function users({ api = apiUrl, token = tokenUrl, client = { client_id, client_secret }, attempts = 1 } = {}) {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  const { access_token } = await (await fetch(token, { method: 'POST', body: form })).json();
  const headers = { Authorization: 'Bearer ' + access_token };
  let response = await fetch(api + '/institutions/me/users', { headers });
  for (let attempt = 1; !response.ok && attempt < attempts; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    response = await fetch(api + '/institutions/me/users', { headers });
  }
  if (!response.ok) throw new Error('users: ' + response.status);
  return (await response.json()).items;
}
/** How often the command has been run. */
export function runsUntilNow(file) {
  appendFileSync(file, 'x');
  return readFileSync(file).length;
}`;

const EMULATOR = JSON.stringify(new URL('../../dist/lib/index.js', import.meta.url).href);

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder({ 'client.mjs': CLIENT });
});
afterAll(() => folder[Symbol.asyncDispose]());

let commands = 0;
/** `id-emulator audit ... -- node <file with this source>`, with a temporary folder of its own for what a run needs. */
async function started(command: 'audit' | 'mutate', source: string, ...flags: readonly string[]): Promise<Running> {
  commands += 1;
  const own = await temporaryFolder({
    'command.mjs': `import { apiUrl, runsUntilNow, tokenUrl, users } from ${JSON.stringify(join(folder.path, 'client.mjs'))};\n${source}`,
    'tmp/none': '',
  });
  const parameters = [command, ...flags, '--', process.execPath, 'command.mjs'];
  const env = { TMPDIR: join(own.path, 'tmp') };
  return { process: spawnedEmulator(parameters, { cwd: own.path, env }), folder: own };
}

interface Running {
  readonly process: SpawnedProcess;
  readonly folder: TemporaryFolder;
}

async function outcomeOf(command: 'audit' | 'mutate', source: string, ...flags: readonly string[]): Promise<Outcome> {
  const running = await started(command, source, ...flags);
  await using _process = running.process;
  await using _folder = running.folder;
  return await running.process.ended;
}

/** For a long run: each takes some seconds. */
const longTest = test.runIf(budget({ short: false, long: true }));

const ONE_FAULT = ['--only', 'getUsers:throttled'];

describe.concurrent('a command', () => {
  test('that fails by chance in one run has no finding: a wrong reaction is looked at twice', async () => {
    const source = `
      const run = runsUntilNow('runs');
      await users({ attempts: run === 3 ? 1 : 2 });`;
    const { code, stdout } = await outcomeOf('audit', source, ...ONE_FAULT);
    expect(stdout).toContain('Faults with a different reaction each time: 1.');
    expect(stdout).toContain('No findings.');
    expect(code).toBe(0);
  });

  test('that fails without faults is run once, and refused with the end of its output', async () => {
    const { code, stderr } = await outcomeOf('audit', `console.log('run', runsUntilNow('runs')); process.exit(3);`);
    expect(stderr).toBe('id-emulator: the command fails with exit code 3 without any fault\nid-emulator: run 1\n');
    expect(code).toBe(2);
  });

  test('that uses no emulator is refused, with the variables that lead to one', async () => {
    const { code, stderr } = await outcomeOf('audit', '');
    expect(stderr).toMatch(
      /^id-emulator: the command sent no request to the emulator; it finds the address in ID_EMULATOR_API_URL/,
    );
    expect(code).toBe(2);
  });

  test('whose requests are all refused is refused, with the first of them', async () => {
    const { code, stderr } = await outcomeOf('audit', `await fetch(apiUrl + '/institutions/me/users');`);
    expect(stderr).toMatch(/no request of the command reached an operation; the first of 1: #1 GET \S+\/users 401$/m);
    expect(code).toBe(2);
  });

  longTest('that passes once only is refused, because it depends on something else', async () => {
    const { code, stderr } = await outcomeOf('audit', `await users(); process.exit(runsUntilNow('runs') - 1);`);
    expect(stderr).toContain('exit code 1 when it is run a second time, without any fault: it depends on what an');
    expect(code).toBe(2);
  });

  longTest('that asks for something else in every run is audited by the number of its calls', async () => {
    const source = `
      const run = runsUntilNow('runs');
      await fetch(apiUrl + '/verification/check/unknown-' + run);
      await users();`;
    const { code, stdout } = await outcomeOf('audit', source, ...ONE_FAULT);
    expect(stdout).toContain('1. getUsers, 429 with Retry-After: 1, once: gave up');
    expect(code).toBe(1);
  });

  longTest('that takes long is audited after a line that says how long', async () => {
    const source = `await users(); await new Promise((resolve) => setTimeout(resolve, 6_000));`;
    const running = await started('audit', source);
    // The process is ended before its folder is removed.
    await using _folder = running.folder;
    await using command = running.process;
    expect(await command.printedError(/.*to try.*/)).toMatch(
      /^id-emulator: \d+ faults to try, and a run takes \d+\.\d s; the most telling come first, so --minutes 3 says most$/,
    );
  });

  longTest('that starts ten emulators is audited', async () => {
    const source = `
      import { startEmulator } from ${EMULATOR};
      const emulators = await Promise.all(Array.from({ length: 10 }, (_, at) => startEmulator({ seed: at })));
      for (const { url, apiUrl, tokenUrl, clientId: client_id, clientSecret: client_secret } of emulators)
        await users({ client: { client_id, client_secret } });
      await Promise.all(emulators.map((emulator) => emulator.close()));`;
    const { code, stdout } = await outcomeOf('audit', source, ...ONE_FAULT);
    expect(stdout).toContain('The client did not get what it asked for: Error: users: 429');
    expect(stdout).toContain('Observed 1 of 1 combinations of an operation and a fault.');
    expect(code).toBe(1);
  });

  longTest('that calls exec itself is audited', async () => {
    const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
    const source = `
      import { spawnSync } from 'node:child_process';
      if (process.argv[2] === 'inner') await users();
      else process.exit(spawnSync(process.execPath, [${JSON.stringify(main)}, 'exec', '--', process.execPath, 'command.mjs', 'inner'], { stdio: 'inherit' }).status);`;
    const { code, stdout } = await outcomeOf('audit', source, ...ONE_FAULT);
    expect(stdout).toContain('1. getUsers, 429 with Retry-After: 1, once: gave up');
    expect(code).toBe(1);
  });

  longTest('that calls audit itself is refused', async () => {
    const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
    const source = `
      import { spawnSync } from 'node:child_process';
      process.exit(spawnSync(process.execPath, [${JSON.stringify(main)}, 'audit', '--', 'true'], { stdio: 'inherit' }).status);`;
    const { code, stderr } = await outcomeOf('audit', source);
    expect(stderr).toContain('audit cannot run inside audit or mutate; let the outer one run the command itself');
    expect(code).toBe(2);
  });

  test.each(
    budget({
      short: [['in a group of its own', '{ detached: true }']],
      long: [
        ['in its process group', '{}'],
        ['in a group of its own', '{ detached: true }'],
      ],
    }),
  )('that leaves a process behind %s finds it ended after each run', async (_, options) => {
    const server = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
    const running = await started(
      'audit',
      `
      import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      import { appendFileSync } from 'node:fs';
      const left = spawn(process.execPath, ['--eval', ${JSON.stringify(server)}], { stdio: ['ignore', 'pipe', 'ignore'], ...${options} });
      appendFileSync('ports', String(await once(left.stdout, 'data')));
      await users();
      process.exit(0);`,
      ...ONE_FAULT,
    );
    await using command = running.process;
    await using own = running.folder;
    await command.ended;
    const ports = (await readFile(join(own.path, 'ports'), 'utf8')).trim().split('\n').map(Number);
    expect(ports).toHaveLength(4);
    for (const port of ports) await expectClosed(port);
  });

  test('that ignores SIGTERM is ended when its time is over', async () => {
    const source = `process.on('SIGTERM', () => undefined); await users(); setInterval(() => undefined, 1_000);`;
    const { code, stderr } = await outcomeOf('audit', source, '--limit', '0.5');
    expect(stderr).toContain(
      'the command took longer than its limit without any fault; allow it more time with --limit',
    );
    expect(code).toBe(2);
  });
});

/** Listens on a port, which it writes to a file, and stays there, deaf to SIGTERM. Other runs pass. */
function stuckIn(run: number): string {
  return `
    import { createServer } from 'node:net';
    import { renameSync, writeFileSync } from 'node:fs';
    const run = runsUntilNow('runs');
    if (run === ${run}) {
      process.on('SIGTERM', () => undefined);
      const server = createServer().listen(0, '127.0.0.1', () => {
        writeFileSync('listening', String(server.address().port));
        renameSync('listening', 'stuck');
      });
    } else {
      await users();
    }`;
}

/** The port of a command that is stuck. */
async function portOf({ folder: { path } }: Running): Promise<number> {
  const file = join(path, 'stuck');
  await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
  return Number(await readFile(file, 'utf8'));
}

async function expectNothingLeft(port: number, { folder: { path } }: Running): Promise<void> {
  await expectClosed(port);
  expect(await readdir(join(path, 'tmp'))).toEqual(['none']);
}

/** A process that was killed may hold its port for a moment. */
async function expectClosed(port: number): Promise<void> {
  await vi.waitUntil(async () => !(await isOpen(port)), { timeout: 10_000 });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

const INTERRUPTS: [when: string, run: number, says: RegExp][] = [
  ['in the first run', 1, /^id-emulator: interrupted before the command was run twice without faults\n$/],
  ['in the second run', 2, /^id-emulator: interrupted before the command was run twice without faults\n$/],
  ['in a run with faults', 3, /not tried, because it was interrupted|Not everything was tried: it was interrupted/],
];
const SIGNALS: ['SIGINT' | 'SIGTERM', code: number][] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
];
const ALL = (['audit', 'mutate'] as const).flatMap((command) =>
  INTERRUPTS.flatMap(([when, run, says]) =>
    SIGNALS.map(([signal, code]) => ({ command, when, run, says, signal, code })),
  ),
);

test.concurrent.each(budget({ short: ALL.filter((_, at) => at % 5 === 4), long: ALL }))(
  '$signal $when of $command reports what is known, and ends with $code',
  { timeout: 60_000 },
  async ({ command, run, says, signal, code }) => {
    const running = await started(command, stuckIn(run), '--patience', '100');
    await using audited = running.process;
    await using _folder = running.folder;
    const port = await portOf(running);
    const outcome = await audited.end(signal);
    expect(outcome.code).toBe(code);
    expect(run < 3 ? outcome.stderr : outcome.stdout).toMatch(says);
    await expectNothingLeft(port, running);
  },
);

test.concurrent('a second Ctrl-C ends everything at once, without a report', { timeout: 60_000 }, async () => {
  const running = await started('audit', stuckIn(3), '--patience', '100');
  await using audited = running.process;
  await using _folder = running.folder;
  const port = await portOf(running);
  const again = setInterval(() => process.kill(audited.pid, 'SIGINT'), 20);
  const { code, stdout } = await audited.ended;
  clearInterval(again);
  expect([code, stdout]).toEqual([130, '']);
  await expectNothingLeft(port, running);
});

test.concurrent('names of --only that match nothing are refused before anything is tried', async () => {
  const wrong = await outcomeOf('audit', 'await users();', '--only', 'getUzers');
  expect(wrong).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'id-emulator: --only getUzers: there is no such fault or operation; did you mean "getUsers"?\n',
  });
});

test.concurrent('names of --skip that mean nothing are refused', async () => {
  const wrong = await outcomeOf('audit', 'await users();', ...ONE_FAULT, '--skip', 'nonsense');
  expect(wrong.stderr).toContain(
    'id-emulator: --skip nonsense: no call of the command has this operation, fault or test',
  );
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
});

longTest('names of --skip that match nothing are told', async () => {
  const partly = await outcomeOf('audit', 'await users();', ...ONE_FAULT, '--skip', 'getCredentials');
  expect(partly.stderr).toContain('--skip getCredentials: no call of the command has this operation, fault or test');
  expect(partly.stdout).toContain('1 finding.');
});

describe.concurrent('a wrong flag is refused before the command is run', () => {
  const CASES: [flags: string[], message: string][] = [
    [['--budget', '0'], '--budget: expected a positive number, found "0"'],
    [['--minutes', 'ten'], '--minutes: expected a positive number, found "ten"'],
    [['--patience', '-1'], '--patience: expected a positive number, found "-1"'],
    [['--limit', '1e3'], '--limit: expected a positive number, found "1e3"'],
    [['--only', 'getUsers:throtled'], '--only getUsers:throtled: there is no such fault; did you mean "throttled"?'],
    [['--accept', 'empty.json'], 'empty.json:1:1: the document: expected an object'],
    [['--accept', 'broken.json'], 'broken.json:2:1: not valid JSON'],
    [['--accept', 'other.json'], 'other.json:1:1: /format: expected "id-emulator-audit", found nothing'],
    [['--accept', '.'], '.: this is a folder, not a file'],
    [['--accept', 'none/audit.json'], '--accept: there is no file none/audit.json; write it with --write-accepted'],
    [['--junit', 'none/audit.xml'], 'cannot write none/audit.xml: ENOENT'],
    [['--junit', '.'], 'cannot write .: this is a folder, not a file'],
    [['--save', 'empty.json'], 'cannot write to empty.json: empty.json is a file, not a folder'],
    [['--expect', 'none.yaml'], 'none.yaml'],
  ];

  test.each(budget({ short: CASES.filter((_, at) => at % 5 === 4), long: CASES }))('%j', async (flags, message) => {
    await using own = await temporaryFolder({
      'empty.json': '',
      'broken.json': '{\n',
      'other.json': '{ "score": 1, "operations": [] }',
    });
    await using running = spawnedEmulator(['audit', ...flags, '--', 'no-such-command'], { cwd: own.path });
    const { code, stdout, stderr } = await running.ended;
    expect(stderr).toContain(`id-emulator: ${message}`);
    expect([code, stdout]).toEqual([2, '']);
  });
});
