/**
 * Tests of `id-emulator` that are written in a YAML document: by name, one run of the command, or several, one after the
 * other. What is in a run: {@link Run}. In what is expected, `…` stands for any text in a line; in all texts, `$name` stands
 * for a value, as in `exchanges.ts`.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startEmulator, type EmulatorOptions } from '../src/index.js';
import { idEmulator, readyLine, type RunningCommand } from './cli/id-emulator.js';
import { healthOf } from './cli/setting-effects.js';
import type { Outcome } from './cli/spawned-process.js';
import { workingFolder } from './cli/temporary-folder.js';
import { refuseOthers } from './filled-entries.js';
import { patternOf, withGaps } from './with-gaps.js';
import { filled } from './written-values.js';

/** What a stream holds: all of it, without the last line break; or lines that are in it. */
type Printed = string | readonly string[];

export interface Run {
  /** The words after `id-emulator`; what is between single quotes is one word. */
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
  /** All lines on standard error, without `id-emulator: `. The exit code is 2, and standard output is empty. */
  readonly refused?: Printed;
  /** As `refused`, with exit code 1. */
  readonly fails?: Printed;
  /** Default: 0. */
  readonly code?: number;
  /** Default: anything. */
  readonly stdout?: Printed;
  /** Default: nothing. */
  readonly stderr?: Printed;
  /** Texts that are printed nowhere. */
  readonly silent?: Printed;
  /** Some members of what is printed as JSON. */
  readonly json?: object;
  /** Ends the command by SIGTERM when it has printed this line. */
  readonly until?: string;
  /** Some members of the line that `start --log json` prints, and of the health of that emulator, which ends then. */
  readonly ready?: object;
  readonly health?: object;
}

/** What else a test has. */
interface Setting {
  /** The texts of files by name, in the folder where the commands run. */
  readonly files?: Readonly<Record<string, string>>;
  /** The options of an emulator that runs meanwhile; its `$url`, `$host` and `$port`. */
  readonly emulator?: EmulatorOptions;
  /** Rows of values, for as many tests. */
  readonly each?: readonly Values[];
}

type Values = Readonly<Record<string, unknown>>;
type Written = readonly Run[] | (Setting & Run) | (Setting & { readonly runs: readonly Run[] });

const RUN = 'run env refused fails code stdout stderr silent json until ready health';
const SETTING = 'files emulator each runs';

/** The tests of a document, by name. */
export function readCommandLines(document: URL): [string, Setting & { readonly runs: readonly Run[] }][] {
  const entries = parse(readFileSync(document, 'utf8'), { merge: true }) as Readonly<Record<string, Written>>;
  return Object.entries(entries).map(([title, written]) => {
    if (!Array.isArray(written)) refuseOthers(title, written, `${RUN} ${SETTING}`);
    if ('runs' in written) return [title, written];

    return [title, 'run' in written ? { ...written, runs: [written] } : { runs: written }];
  });
}

/** Makes a test of each entry of the document. @param values what `$name` stands for */
export function testCommandLines(document: URL, values: Values): void {
  for (const [title, { runs, files = {}, emulator, each = [{}] }] of readCommandLines(document))
    for (const row of each)
      test(String(filled(title, row)), async () => {
        await using started = emulator && (await startEmulator(filled(emulator, row) as EmulatorOptions, QUIET));
        const { url } = started ?? NOWHERE;
        const { host, port } = new URL(url);
        const given = { url, host, port, ...values, ...row };
        await using _folder = await workingFolder(filled(files, given) as Readonly<Record<string, string>>);
        for (const run of runs) {
          refuseOthers(title, run, `${RUN} ${SETTING}`);
          await perform(run, given);
        }
      });
}

const QUIET = { onWarning: () => undefined };

/** No server listens there. */
const NOWHERE = { url: 'http://127.0.0.1:2' };

async function perform({ run, ...others }: Run, values: Values): Promise<void> {
  const line = String(filled(run, values));
  const words = [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const wanted = expectedOf(filled(others, values) as Omit<Run, 'run'>);

  await using command = idEmulator(words, { env: wanted.env ?? {} });
  const { code, stdout, stderr } = await outcomeOf(command, wanted);

  check(stderr, wanted.stderr, 'standard error');
  check(stdout, wanted.stdout, 'standard output');
  expect(code, 'exit code').toBe(wanted.code);
  for (const text of [wanted.silent ?? []].flat()) expect(stdout + stderr).not.toContain(text);
  if (wanted.json !== undefined) expect(JSON.parse(stdout)).toMatchObject(withGaps(wanted.json) as object);
}

async function outcomeOf(command: RunningCommand, { until, ready, health }: Omit<Run, 'run'>): Promise<Outcome> {
  if (until === undefined && ready === undefined && health === undefined) return await command.ended;

  if (until === undefined) {
    const line = await readyLine(command);
    expect(line).toMatchObject(withGaps(ready ?? {}) as object);
    expect(await healthOf(line)).toMatchObject(health ?? {});
  } else await command.printed(new RegExp(`^${patternOf(until)}\n`, 'm'));

  return await command.end('SIGTERM');
}

function expectedOf({ refused, fails, ...others }: Omit<Run, 'run'>): Omit<Run, 'run'> {
  const reason = refused ?? fails;
  if (reason === undefined) return { code: 0, stderr: '', ...others };

  const lines = [reason].flat().map((line) => `id-emulator: ${line}`);
  return { code: refused === undefined ? 1 : 2, stdout: '', stderr: lines.join('\n'), ...others };
}

function check(text: string, wanted: Printed | undefined, stream: string): void {
  if (wanted === '') expect(text, stream).toBe('');
  else if (typeof wanted === 'string') expect(text, stream).toMatch(new RegExp(`^${patternOf(wanted)}\n$`));
  else for (const line of wanted ?? []) expect(text, stream).toMatch(new RegExp(`^${patternOf(line)}$`, 'm'));
}
