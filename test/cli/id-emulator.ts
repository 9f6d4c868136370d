/** `id-emulator` as a process of its own, as a shell would run it. */

import { fileURLToPath } from 'node:url';
import { SpawnedProcess, type Outcome, type Surroundings } from './spawned-process.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The line that `start --log json` prints when it listens. */
export interface ReadyLine {
  readonly event: 'ready';
  readonly url: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Starts it; `cwd` is by default a folder without a config file. */
export function idEmulator(
  parameters: readonly string[],
  { cwd = import.meta.dirname, env = {} }: Partial<Surroundings> = {},
): SpawnedProcess {
  return new SpawnedProcess(process.execPath, [MAIN, ...parameters], {
    cwd,
    env: { ...environmentWithoutSettings(), ...env },
  });
}

/** Runs it to its end. */
export async function outcomeOf(
  parameters: readonly string[],
  surroundings: Partial<Surroundings> = {},
): Promise<Outcome> {
  await using command = idEmulator(parameters, surroundings);
  return await command.ended;
}

/** Waits for the line that `start --log json` prints. */
export async function readyLine(command: SpawnedProcess): Promise<ReadyLine> {
  return JSON.parse(await command.printed(/^\{"event":"ready".*\}(?=\n)/m)) as ReadyLine;
}

/** What the person who runs the tests has set for an emulator of their own must not change the tests. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ID_EMULATOR_')));
}
