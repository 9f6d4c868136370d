/**
 * The folder through which the processes of a run share data: what to inject, and what the emulators saw. The processes
 * are the command that starts the run, and every process with an emulator. An environment variable names the folder, so
 * that an emulator in a test's own process finds it.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Injection } from './injection.js';
import type { TrailEvent } from './trail.js';

/** Names the folder of the run that a process belongs to. */
export const RUN_VARIABLE = 'ID_EMULATOR_RUN';

const ORDERS = 'orders.json';
const TRAIL = '.trail.jsonl';
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

  /** The run that this process belongs to; undefined if it belongs to none. */
  static ofEnvironment(environment: NodeJS.ProcessEnv): RunFolder | undefined {
    const { [RUN_VARIABLE]: path } = environment;
    // A process may outlive its run, whose folder is then removed.
    return path === undefined || !existsSync(join(path, ORDERS)) ? undefined : new RunFolder(path);
  }

  orders(): Required<RunOrders> {
    return JSON.parse(readFileSync(join(this.path, ORDERS), 'utf8')) as Required<RunOrders>;
  }

  /** Claims a name that is unique in the run: the name itself, or the name with a number, such as `default (2)`. */
  claim(name: string): string {
    const digest = digestOf(name);
    for (let count = 1; ; count += 1) {
      try {
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

  /** The texts of the bundles by key of the sandbox. */
  bundles(): Map<string, string> {
    const kept = this.#texts(BUNDLE).map((text) => JSON.parse(text) as { key: string; bundle: object });
    return new Map(kept.map(({ key, bundle }) => [key, JSON.stringify(bundle)]));
  }

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

function digestOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}
