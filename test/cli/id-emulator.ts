/** `id-emulator` as a user runs it: in this process, which is fast, or spawned, with signals of its own. */

import { fileURLToPath } from 'node:url';
import { run } from '../../src/cli/run.js';
import { SpawnedProcess, type Outcome, type Surroundings } from './spawned-process.js';

/** The built command. */
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The line that `start --log json` prints when it listens. */
export interface ReadyLine {
  readonly event: 'ready';
  readonly url: string;
  /** Where it listens; another address than `url` with `--public-url`. */
  readonly localUrl: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A command that runs in this process. */
export class RunningCommand implements AsyncDisposable {
  readonly ended: Promise<Outcome>;
  readonly #interruption = new AbortController();
  #stdout = '';
  #stderr = '';
  #hasEnded = false;
  readonly #listeners = new Set<() => void>();

  constructor(parameters: readonly string[], environment: NodeJS.ProcessEnv) {
    this.ended = this.#run(parameters, environment);
  }

  /** Waits until standard output matches the pattern. @returns the match */
  printed(pattern: RegExp): Promise<string> {
    return this.#found(pattern, () => this.#stdout);
  }

  /** Waits until standard error matches the pattern. @returns the match */
  printedError(pattern: RegExp): Promise<string> {
    return this.#found(pattern, () => this.#stderr);
  }

  /** Interrupts the command as the signal does, and waits for its end. */
  async end(signal: 'SIGINT' | 'SIGTERM'): Promise<Outcome> {
    this.#interruption.abort(signal);
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasEnded) await this.end('SIGTERM');
  }

  async #run(parameters: readonly string[], environment: NodeJS.ProcessEnv): Promise<Outcome> {
    const code = await run(parameters, {
      environment,
      print: (text) => {
        this.#stdout += text;
        this.#notify();
      },
      printError: (text) => {
        this.#stderr += text;
        this.#notify();
      },
      interrupted: this.#interruption.signal,
    });
    this.#hasEnded = true;
    this.#notify();
    return { code, signal: null, stdout: this.#stdout, stderr: this.#stderr };
  }

  async #found(pattern: RegExp, text: () => string): Promise<string> {
    for (;;) {
      const found = pattern.exec(text())?.[0];
      if (found !== undefined) return found;
      if (this.#hasEnded)
        throw new Error(`it ended without printing ${String(pattern)}: ${this.#stdout}${this.#stderr}`);
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

/** Runs a command in this process; `workingFolder` gives it a working directory. */
export function idEmulator(
  parameters: readonly string[],
  { env = {} }: Partial<Pick<Surroundings, 'env'>> = {},
): RunningCommand {
  return new RunningCommand(parameters, { ...environmentWithoutSettings(), ...env });
}

/** Spawns a command; `cwd` is by default a folder without a config file. */
export function spawnedEmulator(
  parameters: readonly string[],
  { cwd = import.meta.dirname, env = {}, ...others }: Partial<Surroundings> = {},
): SpawnedProcess {
  return new SpawnedProcess(process.execPath, [MAIN, ...parameters], {
    ...others,
    cwd,
    env: { ...environmentWithoutSettings(), ...env },
  });
}

/** Runs a command to its end, in this process. */
export async function outcomeOf(
  parameters: readonly string[],
  surroundings: Partial<Pick<Surroundings, 'env'>> = {},
): Promise<Outcome> {
  await using command = idEmulator(parameters, surroundings);
  return await command.ended;
}

/** Waits for the line that `start --log json` prints. */
export async function readyLine(command: Pick<RunningCommand, 'printed'>): Promise<ReadyLine> {
  return JSON.parse(await command.printed(/^\{"event":"ready".*\}(?=\n)/m)) as ReadyLine;
}

/** The environment without the settings of the person who runs the tests, and without how they were started. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  const isKept = (name: string): boolean => !name.startsWith('ID_EMULATOR_') && name !== 'npm_lifecycle_event';
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)));
}
