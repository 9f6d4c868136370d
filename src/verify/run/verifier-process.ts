/** Starts the process of the Pact verifier, and sends it pacts. */

import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Program, type ProgramEnd } from '../../common/platform/program.js';
import { unpredictableHex } from '../../emulator/domain/time/random.js';
import { findVerifierPackage, PACT } from './verifier-package.js';
import type { VerifierReply, VerifierTask } from './verifier-child.js';

/** Thrown if the Pact verifier cannot verify: nothing is known about the pacts. The message has its version. */
export class VerifierError extends Error {
  override readonly name = 'VerifierError';
  /** The reason in one line: the words of the verifier, or how its process ended. */
  readonly reason: string;

  /** @param version of `@pact-foundation/pact` */
  constructor(reason: string, version: string) {
    const line = reason.replace(/\s+/g, ' ').trim();
    super(`the Pact verifier of ${PACT} ${version} ${line}`);
    this.reason = line;
  }
}

/** How many characters of the process's last output are kept, and how many of them an error message contains. */
const OUTPUT_TAIL = 4_000;
const SHOWN_TAIL = 300;

/**
 * Calls `use` with a process of the Pact verifier, and ends the process afterwards. A verification starts with this
 * call, because the process takes a while to start.
 */
export async function withVerifier<Result>(use: (verifier: VerifierProcess) => Promise<Result>): Promise<Result> {
  const verifier = new VerifierProcess();
  try {
    return await use(verifier);
  } finally {
    await verifier.close();
  }
}

/** The process of the verifier. After its end, {@link VerifierProcess.verify} always rejects. */
export class VerifierProcess {
  /** The installed version of `@pact-foundation/pact`. */
  readonly version: string;
  readonly #program: Program;
  /**
   * The folder for copies of pacts. The child process creates it, and also removes it if this process ends without
   * {@link close}. Otherwise only {@link close} removes it, after the child has ended, because no files are written
   * then.
   */
  readonly #folder = join(tmpdir(), `id-emulator-pacts-${unpredictableHex(16)}`);
  /** The tasks without a reply, by number. */
  readonly #pending = new Map<number, { resolve: (output: string) => void; reject: (error: Error) => void }>();
  /** The number of the latest task. */
  #tasks = 0;
  /** The end of the process's output on standard error. */
  #output = '';
  /** Why the process has ended; undefined while it runs. */
  #failure: VerifierError | undefined;

  /** Starts the process. @throws MissingPeerError if the Pact verifier is not installed, or too old */
  constructor() {
    const script = fileURLToPath(new URL('verifier-child.js', import.meta.url));
    const { path, version } = findVerifierPackage();
    this.version = version;
    this.#program = new Program([process.execPath, script, path, this.#folder], {
      environment: verifierEnvironment(process.env),
      // The verifier prints its report on standard output, which is ignored: native code aborts if it prints to a pipe
      // whose reader has ended.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Ctrl-C and a closed terminal end all processes of a group at once. A detached process stays, so that it can
      // remove its folder after this process has ended.
      detached: true,
    });
    // Only the end of the output can explain how the process ended.
    this.#program.onOutput((text) => (this.#output = (this.#output + text).slice(-OUTPUT_TAIL)));
    this.#program.child.on('message', (reply: VerifierReply) => {
      // A task that failed with the process is not pending any more.
      const pending = this.#pending.get(reply.task);
      this.#pending.delete(reply.task);
      if ('output' in reply) pending?.resolve(reply.output);
      else pending?.reject(new VerifierError(`failed: ${reply.error}`, this.version));
    });
    void this.#watchEnd();
  }

  /** Waits for the end of the process, and fails the tasks that have no reply. */
  async #watchEnd(): Promise<void> {
    try {
      const end = await this.#program.exited;
      // The last replies and the last output may arrive after the end of the process.
      await this.#program.drained();
      this.#fail(this.#reasonOf(end));
    } catch (error) {
      this.#fail(`cannot be started: ${(error as Error).message}`);
    }
  }

  /** How the process ended, as the end of a message. */
  #reasonOf({ exitCode, signal }: ProgramEnd): string {
    const how = signal ?? `exit code ${exitCode}`;
    const output = shownOutput(this.#output);
    const last = output === '' ? '' : `; its last output: ${output}`;

    return `ended early, with ${how}${last}`;
  }

  /**
   * Verifies a pact.
   * @param pact its JSON
   * @param options of `verifyPacts` of `@pact-foundation/pact-core`, without the pact and the log level
   * @returns the verifier's JSON output
   * @throws VerifierError if there is none
   */
  verify(pact: string, options: object): Promise<string> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);

    const task = ++this.#tasks;
    return new Promise((resolve, reject) => {
      this.#pending.set(task, { resolve, reject });
      // A task can be unsendable only if the process has ended. Then the end of the process fails the task.
      this.#program.child.send({ task, pact, options } satisfies VerifierTask, () => undefined);
    });
  }

  /** Ends the process and removes its folder. */
  async close(): Promise<void> {
    if (this.#failure === undefined) this.#program.signal('SIGKILL');
    // The process may never have started.
    await this.#program.exited.catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Notes why the process has ended, and fails all tasks without a reply. */
  #fail(reason: string): void {
    this.#failure ??= new VerifierError(reason, this.version);
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }
}

/** The end of an output, without the frames of stack traces, because they do not help users. */
function shownOutput(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const isFrame = (line: string): boolean => /^(?:at |\d+: 0x|Node\.js v)/.test(line);
  const shown = lines.filter((line) => line !== '' && !isFrame(line)).join(' ');

  return shown.length > SHOWN_TAIL ? `...${shown.slice(-SHOWN_TAIL)}` : shown;
}

/** The variables that a process needs to start and to find its native libraries and temporary folder. */
const NEEDED_VARIABLES = new Set([
  ...['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH'],
  // Pact reads where its native library is, if not beside its code.
  ...['PACT_PREBUILD_LOCATION', 'PACT_PREBUILD_PACKAGE_LOCATION'],
  // Windows needs these.
  ...['SYSTEMROOT', 'WINDIR', 'TEMP', 'TMP', 'USERPROFILE', 'COMSPEC', 'PATHEXT'],
]);

/**
 * The environment of the verifier. It lacks variables that change what the verifier does:
 * - `PACT_BROKER_BASE_URL` makes it verify all pacts of the broker.
 * - `PACT_DESCRIPTION` and `PACT_PROVIDER_STATE` make it skip interactions.
 * - An HTTP proxy does not reach this machine.
 */
export function verifierEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Windows does not distinguish the case of names.
  const needed = Object.entries(environment).filter(([name]) => NEEDED_VARIABLES.has(name.toUpperCase()));
  // Without this variable, the verifier sends usage reports to its makers.
  return { ...Object.fromEntries(needed), PACT_DO_NOT_TRACK: 'true' };
}
