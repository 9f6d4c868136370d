/** What the emulator saw while a command ran: also of sandboxes that the command has removed or reset. */

import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Behaviour } from '../../emulator/control/documents.js';
import type { SandboxControl } from '../../emulator/control/sandboxes/sandbox-control.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { KEPT_OUTPUT } from '../../audit/run/child-process.js';
import { printedSecret } from '../../audit/run/printed-secrets.js';
import type { Strictness } from '../../emulator/judge/judge.js';

/** The judge's verdicts on what one sandbox saw. */
export interface ObservedBehaviour extends Behaviour {
  readonly name?: string;
}

/** Options of {@link RunRecord}. */
export interface RunRecordOptions extends Strictness {
  /** Whether the judge shall look at the exchanges. */
  readonly judge: boolean;
  /** A folder for journal, HAR and bundle of each sandbox. Default: none. */
  readonly save?: string | undefined;
}

export class RunRecord {
  readonly #options: RunRecordOptions;
  readonly #behaviours: ObservedBehaviour[] = [];
  readonly #saved: string[] = [];
  readonly #logins: Exchange[] = [];
  readonly #clientSecrets: string[] = [];
  #output = '';
  #hasExchanges = false;

  constructor(options: RunRecordOptions) {
    this.#options = options;
  }

  /** Whether any sandbox was asked anything. */
  get hasExchanges(): boolean {
    return this.#hasExchanges;
  }

  /** A secret in what the command has printed, in words; undefined if there is none, or if the judge does not look. */
  get printedSecret(): string | undefined {
    return printedSecret(this.#output, { clientSecrets: this.#clientSecrets, exchanges: this.#logins });
  }

  /** Keeps the last of what the command prints. */
  readonly listen = (piece: string): void => {
    this.#output = (this.#output + piece).slice(-KEPT_OUTPUT);
  };

  /** The verdicts on each sandbox that was asked anything. */
  get behaviours(): readonly ObservedBehaviour[] {
    return this.#behaviours;
  }

  /** Records what the sandbox has seen so far. To be called before its exchanges are removed, and at the end. */
  observe(sandbox: SandboxControl): void {
    const { id, name } = sandbox;
    // To show all of them takes long, and without --save nobody needs them.
    if (sandbox.requests({ limit: 1 }).length === 0) return;
    this.#hasExchanges = true;
    const { judge, save, strict } = this.#options;
    if (judge) {
      this.#behaviours.push({ ...(name !== undefined && { name }), ...sandbox.behaviour({ strict: strict ?? false }) });
      this.#logins.push(...sandbox.requests().filter(({ issuedToken }) => issuedToken !== undefined));
      this.#clientSecrets.push(sandbox.clientSecret);
    }
    if (save === undefined) return;
    const folder = this.#newFolder(save, id);
    this.#saved.push(folder);
    writeJson(folder, 'journal.json', {
      sandbox: id,
      ...(name !== undefined && { name }),
      exchanges: sandbox.requests(),
    });
    writeJson(folder, 'exchanges.har', sandbox.journal.har(sandbox.url));
    writeJson(folder, 'bundle.json', sandbox.bundle());
  }

  /** Removes the files again: they are for a run that failed. */
  discard(): void {
    for (const folder of this.#saved) rmSync(folder, { recursive: true });
    const { save } = this.#options;
    if (save !== undefined && this.#saved.length > 0) removeIfEmpty(save);
  }

  /** A new folder: a sandbox that was reset is observed again, and what an earlier run has kept there stays. */
  #newFolder(save: string, id: string): string {
    mkdirSync(save, { recursive: true });
    for (let count = 1; ; count += 1) {
      const folder = join(save, count === 1 ? id : `${id}-${count}`);
      if (existsSync(folder)) continue;
      mkdirSync(folder);
      return folder;
    }
  }
}

function writeJson(folder: string, file: string, value: unknown): void {
  writeFileSync(join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It has files of others, which stay.
  }
}
