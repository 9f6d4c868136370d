/**
 * The folder through which the processes of a run share data: what to inject, and what the emulators saw. A run is one
 * execution of a command with its tests. Its processes are the command that starts the run, and each process with an
 * emulator. An environment variable names the folder, so that an emulator in the process of a test finds the folder.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Injection } from './injection.js';
import type { TrailEvent } from './trail.js';

/** The environment variable with the path of the folder. */
export const RUN_VARIABLE = 'ID_EMULATOR_RUN';

/** The file with the instructions. */
const ORDERS = 'orders.json';
/** The ending of files with events. Each thread writes its own file, so that lines of several processes never mix. */
const TRAIL = '.trail.jsonl';
/** The ending of files with bundles of sandboxes. */
const BUNDLE = '.bundle.json';

/** Instructions for the emulators of a run. */
export interface RunOrders {
  readonly injections: readonly Injection[];
  /** Whether to write a bundle of each sandbox before its exchanges are forgotten. Default: no. */
  readonly wantsBundles?: boolean;
  /** Whether responses have no `Emulator-` headers, by which a client could recognise the emulator. Default: no. */
  readonly isDisguised?: boolean;
}

export class RunFolder {
  readonly path: string;

  /** @param path of a folder that exists */
  constructor(path: string) {
    this.path = path;
  }

  /** Creates a folder with instructions for the emulators of the run. */
  static create({ injections, wantsBundles = false, isDisguised = false }: RunOrders): RunFolder {
    const folder = new RunFolder(mkdtempSync(join(tmpdir(), 'id-emulator-run-')));
    writeFileSync(join(folder.path, ORDERS), JSON.stringify({ injections, wantsBundles, isDisguised }));
    return folder;
  }

  /** The folder of the run that this process belongs to; undefined if the process belongs to no run. */
  static ofEnvironment(environment: NodeJS.ProcessEnv): RunFolder | undefined {
    const path = environment[RUN_VARIABLE];
    if (path === undefined) return undefined;

    // A process may outlive its run, whose folder is then removed.
    return existsSync(join(path, ORDERS)) ? new RunFolder(path) : undefined;
  }

  /** What the command has ordered. */
  orders(): Required<RunOrders> {
    return JSON.parse(readFileSync(join(this.path, ORDERS), 'utf8')) as Required<RunOrders>;
  }

  /** Claims a name that is unique in the run: the name itself, or the name with a number, such as `default (2)`. */
  claim(name: string): string {
    const digest = digestOf(name);
    for (let count = 1; ; count += 1) {
      try {
        // With the flag `wx`, the call fails if the file exists: another process has claimed the name.
        writeFileSync(join(this.path, `${digest}-${count}`), '', { flag: 'wx' });
        return count === 1 ? name : `${name} (${count})`;
      } catch (error) {
        if (isGone(error)) return name;
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** Appends an event at once, so that nothing is lost if the process is killed. */
  write(event: TrailEvent): void {
    const { threadId } = process.getBuiltinModule('node:worker_threads');
    this.#write(`${process.pid}-${threadId}${TRAIL}`, `${JSON.stringify(event)}\n`, 'a');
  }

  /** The events of all processes, in order for each process. Unfinished lines of killed processes are left out. */
  events(): TrailEvent[] {
    const lines = this.#texts(TRAIL).flatMap((text) => text.split('\n').slice(0, -1));
    return lines.map((line) => JSON.parse(line) as TrailEvent);
  }

  /** Keeps the bundle of a sandbox. */
  writeBundle(key: string, bundle: object): void {
    this.#write(`${digestOf(key)}${BUNDLE}`, JSON.stringify({ key, bundle }), 'w');
  }

  /** The texts of the bundles. The key is the key of the sandbox. */
  bundles(): Map<string, string> {
    const files = this.#texts(BUNDLE).map((text) => JSON.parse(text) as { key: string; bundle: object });
    return new Map(files.map(({ key, bundle }) => [key, JSON.stringify(bundle)]));
  }

  /**
   * Writes to a file of the folder. A process may outlive its run: then nobody reads the file, and nothing is written.
   */
  #write(name: string, text: string, flag: 'a' | 'w'): void {
    try {
      writeFileSync(join(this.path, name), text, { flag });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** The contents of all files whose names have this ending. */
  #texts(ending: string): string[] {
    const names = readdirSync(this.path).filter((name) => name.endsWith(ending));
    return names.toSorted().map((name) => readFileSync(join(this.path, name), 'utf8'));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Whether the folder was removed, because the run is over. */
function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** A name for files: the names of tests may contain any characters. */
function digestOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}
