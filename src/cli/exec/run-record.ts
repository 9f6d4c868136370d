/** What the emulator saw while a command ran: also of sandboxes that the command has removed or reset. */

import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Behaviour } from '../../emulator/control/documents.js';
import type { SandboxControl } from '../../emulator/control/methods/sandbox-control.js';
import { sandboxesOf, type TrailEvent } from '../../emulator/injection/trail.js';
import { sentByClients, type Exchange } from '../../emulator/journal/exchange.js';
import { KEPT_OUTPUT } from '../../audit/run/child-process.js';
import { printedSecret, PRINTS_SECRET } from '../../audit/run/printed-secrets.js';
import { judge, passes, type Strictness } from '../../emulator/judge/judge.js';
import { writeJson } from '../terminal/write-report.js';

/** The name of the command's own emulator in its run. */
export const OWN_EMULATOR = 'default';

/** The judge's verdicts on what one sandbox saw. */
export interface ObservedBehaviour extends Behaviour {
  readonly name?: string;
}

interface RunRecordOptions extends Strictness {
  /** Whether the judge looks at the exchanges. */
  readonly judge: boolean;
  /** The ID of the only rule that it looks at. Default: all rules. */
  readonly rule?: string | undefined;
  /** A folder for journal, HAR and bundle of each sandbox. Default: none. */
  readonly save?: string | undefined;
}

export class RunRecord {
  readonly #options: RunRecordOptions;
  /** The verdicts on each sandbox that got a request. */
  readonly behaviours: ObservedBehaviour[] = [];
  readonly #saved: string[] = [];
  readonly #tokenExchanges: Exchange[] = [];
  readonly #clientSecrets: string[] = [];
  #output = '';
  /** Whether any sandbox got a request. */
  hasExchanges = false;

  constructor(options: RunRecordOptions) {
    this.#options = options;
  }

  /** A secret in what the command has printed, in words; undefined if there is none, or only another rule is judged. */
  get printedSecret(): string | undefined {
    const { rule = PRINTS_SECRET.rule } = this.#options;
    if (rule !== PRINTS_SECRET.rule) return undefined;
    return printedSecret(this.#output, { clientSecrets: this.#clientSecrets, exchanges: this.#tokenExchanges });
  }

  /** Keeps the last of what the command prints. */
  readonly listen = (piece: string): void => {
    this.#output = (this.#output + piece).slice(-KEPT_OUTPUT);
  };

  /** Records what the sandbox has seen so far. To be called before its exchanges are removed, and at the end. */
  observe(sandbox: SandboxControl): void {
    const { id, name } = sandbox;
    // To show all of them takes long, and without --save nobody needs them.
    if (sandbox.requests({ limit: 1 }).length === 0) return;
    this.hasExchanges = true;
    const { judge: judges, save } = this.#options;
    if (judges) {
      this.#judge({ ...(name !== undefined && { name }), ...sandbox.behaviour() }, sandbox.requests());
      this.#clientSecrets.push(sandbox.clientSecret);
    }
    if (save === undefined) return;
    const folder = this.#newFolder(save, id);
    this.#saved.push(folder);
    writeJson(join(folder, 'journal.json'), {
      sandbox: id,
      ...(name !== undefined && { name }),
      exchanges: sandbox.requests(),
    });
    writeJson(join(folder, 'exchanges.har'), sandbox.journal.har(sandbox.url));
    writeJson(join(folder, 'bundle.json'), sandbox.bundle());
  }

  /** Records what emulators have seen that the command started itself, such as those of fixtures. */
  observeOthers(events: readonly TrailEvent[]): void {
    const others = events.filter((event) => !('emulator' in event && event.emulator === OWN_EMULATOR));
    for (const { key: name, id: sandbox, oneClient, exchanges: all } of sandboxesOf(others)) {
      const exchanges = sentByClients(all);
      if (exchanges.length === 0) continue;
      this.hasExchanges = true;
      const verdicts = judge(exchanges, { oneClient, senders: sandbox === 'default' ? Infinity : 1 });
      if (this.#options.judge) this.#judge({ name, sandbox, exchanges: exchanges.length, verdicts }, exchanges);
    }
  }

  #judge({ verdicts, ...sandbox }: Omit<ObservedBehaviour, 'passed'>, exchanges: readonly Exchange[]): void {
    const { rule, ...strictness } = this.#options;
    const chosen = verdicts.filter((verdict) => rule === undefined || verdict.rule === rule);
    this.behaviours.push({ ...sandbox, verdicts: chosen, passed: passes(chosen, strictness) });
    this.#tokenExchanges.push(...exchanges.filter(({ issuedToken }) => issuedToken !== undefined));
  }

  /** Removes the files again: they are for a run that failed. */
  discard(): void {
    for (const folder of this.#saved) rmSync(folder, { recursive: true });
    const { save } = this.#options;
    // Files of others stay.
    if (save !== undefined && this.#saved.length > 0 && readdirSync(save).length === 0) rmdirSync(save);
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
