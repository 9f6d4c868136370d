/** The help of every command: short, with a command to paste. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

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
