/** Every form of asking for help prints it. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

test.each([
  ['--help'],
  ['-h'],
  ['help'],
  ['help --help'],
  ['help -h'],
  ['start --help'],
  ['help start'],
  ['help start --help'],
  ['env --help'],
  ['help env'],
])('id-emulator %s prints help', async (line) => {
  const { code, stdout, stderr } = await outcomeOf(line.split(' '));
  expect(stdout).toMatch(line.includes('start') ? /^Usage: id-emulator start /m : /^Usage: id-emulator /m);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('help is printed even if the rest of the command line is wrong', async () => {
  const { code, stdout } = await outcomeOf(['start', '--port', 'many', '--help']);
  expect(stdout).toMatch(/^Usage: id-emulator start /m);
  expect(code).toBe(0);
});

/** What `--help` prints. */
async function helpOf(...words: readonly string[]): Promise<string> {
  return (await outcomeOf([...words, '--help'])).stdout;
}

/** What `help <command> --all` prints. */
async function wholeHelpOf(...words: readonly string[]): Promise<string> {
  return (await outcomeOf(['help', ...words, '--all'])).stdout;
}

/** The names of the commands in a help. */
function commandsIn(help: string): string[] {
  const names = [...help.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)].map(([, name]) => name!);
  return names.filter((name) => name !== 'help');
}

/** Every command, as its names: `['sandbox', 'open']`. */
async function allCommands(): Promise<string[][]> {
  const names = commandsIn(await wholeHelpOf());
  const below = await Promise.all(
    names.map(async (name) => {
      const [, list = ''] = (await wholeHelpOf(name)).split('Commands:\n');
      return commandsIn(list).map((inner) => [name, inner]);
    }),
  );
  return [...names.map((name) => [name]), ...below.flat()];
}

const COMMANDS = await allCommands();

test('the help of the program names the eight commands of a day on a screen, and says where the others are', async () => {
  const help = await helpOf();
  expect(help.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
  const daily = ['start', 'call', 'exec', 'audit', 'verify', 'judge', 'inspect', 'evidence'];
  expect(commandsIn(help)).toEqual(daily);
  const others = commandsIn(await wholeHelpOf()).length - daily.length;
  expect(help).toContain(`${others} more commands: id-emulator help all\n`);
});

test.each(COMMANDS.map((words) => words.join(' ')))('the help of %s has at most 25 lines', async (name) => {
  const help = await helpOf(...name.split(' '));
  expect(help.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
});

test.each(COMMANDS.map((words) => words.join(' ')))('the help of %s begins with a command to paste', async (name) => {
  const [example = ''] = (await helpOf(...name.split(' '))).split('\n');
  expect(example).toMatch(new RegExp(`^id-emulator ${name}(?: |$)`));
  const shown = example.split(' -- ')[0]!.matchAll(/(?<= )--[a-z-]+/g);
  const called = COMMANDS.filter((command) => `${example} `.startsWith(`id-emulator ${command.join(' ')} `)).at(-1)!;
  const whole = await wholeHelpOf(...called);
  for (const [flag] of shown) expect(whole).toContain(`  ${flag} `);
});

test('the whole help of a command has the flags that its help leaves out', async () => {
  const [help, whole] = [await helpOf('audit'), await wholeHelpOf('audit')];
  expect(help).toContain('It also takes the flags of start: id-emulator start --help\n');
  expect(help).toContain('All flags: id-emulator help audit --all\n');
  expect(help).not.toContain('--token-ttl');
  for (const flag of ['--only', '--patience', '--token-ttl']) expect(whole).toContain(`  ${flag} `);
  expect(await wholeHelpOf('sandbox', 'open')).toContain('  --token-ttl ');
});

test('a mistyped flag is completed from those that the help leaves out, too', async () => {
  const { code, stderr } = await outcomeOf(['audit', '--tokn-ttl', '5', '--', 'true']);
  expect(stderr).toContain('--token-ttl');
  expect(code).toBe(2);
});

test.each([['help nosuch'], ['help sandbox nosuch']])('%s says that there is no such command', async (line) => {
  const { code, stderr } = await outcomeOf(line.split(' '));
  expect(stderr).toBe("id-emulator: unknown command 'nosuch'\n");
  expect(code).toBe(2);
});

test('a mistyped command is completed from those that the help leaves out, too', async () => {
  expect((await outcomeOf(['sandbx'])).stderr).toContain('sandbox');
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await outcomeOf(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});
