/**
 * The folder by which the processes of a run share what to inject and what they saw: the command that starts the run, and every
 * emulator in it. A variable of the environment names the folder, so that an emulator in a test's own process finds it.
 */

import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Injection } from './injection.js';
import type { TrailEvent } from './trail.js';

/** Names the folder of the run that a process belongs to. */
export const RUN_VARIABLE = 'ID_EMULATOR_RUN';

const INJECTIONS = 'injections.json';
const TRAIL = '.trail.jsonl';

export class RunFolder {
  readonly path: string;

  /** @param path of a folder that exists */
  constructor(path: string) {
    this.path = path;
  }

  /** A new folder, with what the emulators of the run shall inject. */
  static create(injections: readonly Injection[]): RunFolder {
    const folder = new RunFolder(mkdtempSync(join(tmpdir(), 'id-emulator-run-')));
    writeFileSync(join(folder.path, INJECTIONS), JSON.stringify(injections));
    return folder;
  }

  /** The run that this process belongs to; undefined if it belongs to none. */
  static ofEnvironment(environment: NodeJS.ProcessEnv): RunFolder | undefined {
    const { [RUN_VARIABLE]: path } = environment;
    // A process that outlives its run finds the folder gone.
    return path === undefined || !existsSync(join(path, INJECTIONS)) ? undefined : new RunFolder(path);
  }

  injections(): Injection[] {
    return JSON.parse(readFileSync(join(this.path, INJECTIONS), 'utf8')) as Injection[];
  }

  /** A name that nothing else in the run has: the name itself, or with a number behind it, `default (2)`. */
  claim(name: string): string {
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 32);
    for (let count = 1; ; count += 1) {
      try {
        closeSync(openSync(join(this.path, `${digest}-${count}`), 'wx'));
        return count === 1 ? name : `${name} (${count})`;
      } catch (error) {
        if (isGone(error)) return name;
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** Appends an event at once, so that nothing is lost if the process is killed. */
  write(event: TrailEvent): void {
    try {
      appendFileSync(join(this.path, `${process.pid}-${threadId}${TRAIL}`), `${JSON.stringify(event)}\n`);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** The events of all processes, those of one process in order. A line that a killed process left unfinished is ignored. */
  events(): TrailEvent[] {
    const files = readdirSync(this.path).filter((name) => name.endsWith(TRAIL));
    return files.toSorted().flatMap((name) =>
      readFileSync(join(this.path, name), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as TrailEvent),
    );
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Whether the folder was removed, because the run is over. */
function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
