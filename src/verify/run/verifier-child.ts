/**
 * The process that runs the Pact verifier. It is a process of its own for three reasons: the verifier is native code,
 * it prints its report on standard output, and it reads proxy settings from the environment.
 *
 * The process uses the verifier of `@pact-foundation/pact`, but not the class `Verifier`: the proxy of that class sends
 * forms as JSON, and no server accepts such token requests.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CERTIFICATE } from './certificate.js';

/** Message from the parent process. */
export interface VerifierTask {
  /** The number of the task, which the reply repeats. */
  readonly task: number;
  /** The JSON of the pact. */
  readonly pact: string;
  /** Options of `verifyPacts` of `@pact-foundation/pact-core`, without the pact and the log level. */
  readonly options: object;
}

/** Message to the parent process: the verifier's JSON output, or the reason why there is none. */
export type VerifierReply = { readonly task: number } & ({ readonly output: string } | { readonly error: string });

/** The part of `@pact-foundation/pact-core` that is used here. */
interface PactCore {
  readonly default: { verifyPacts(options: object): Promise<string> };
  /** Loads the native library. */
  getFfiLib(logLevel: string): unknown;
}

/** The log of the verifier would only fill its output. */
const LOG_LEVEL = 'error';

const [, , pactPackage, folder] = process.argv as [string, string, string, string];

// The parent process may end without removing the folder; then this process removes it. The parent may already have
// ended before this line, and then there is no event.
process.on('disconnect', end);
if (process.connected) {
  const core = prepare();
  process.on('message', (message: VerifierTask) => {
    // A reply fails only if the parent process has ended, and 'disconnect' handles that.
    void replyTo(message, core).then((reply) => process.send!(reply, () => undefined));
  });
} else {
  end();
}

/** Removes the folder with copies of pacts, and ends the process. */
function end(): never {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

/**
 * Makes the folder and loads the verifier, while the parent process prepares the first task.
 * @returns the verifier, or the reason why it cannot work. This reason is the reply to every task
 */
function prepare(): PactCore | Error {
  try {
    mkdirSync(folder, { mode: 0o700 });
    trustNobody();
    const core = createRequire(pactPackage)('@pact-foundation/pact-core') as PactCore;
    loadLibrary(core);

    return core;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Loads the native library now. Otherwise the first call would, and would often report only the first function that is
 * missing.
 * @throws Error with a clear reason
 */
function loadLibrary(core: PactCore): void {
  try {
    core.getFfiLib(LOG_LEVEL);
  } catch (error) {
    throw new Error(`its native library cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Replaces the certificates of the system by a single useless one. The verifier reads all certificates again for every
 * interaction, which takes longer than the rest of its work. It needs none, because it sends requests to this machine
 * only, without TLS. But without any certificate, Pact 17.1 sends no request.
 */
function trustNobody(): void {
  const only = join(folder, 'certificate.pem');
  writeFileSync(only, CERTIFICATE.nobody);
  process.env['SSL_CERT_FILE'] = only;
}

/**
 * Verifies a pact. If an interaction fails, the verifier rejects with its JSON output; if it could not run, it rejects
 * with a text.
 */
async function replyTo({ task, pact, options }: VerifierTask, core: PactCore | Error): Promise<VerifierReply> {
  if (core instanceof Error) return { task, error: core.message };

  const file = join(folder, `${task}.json`);
  try {
    writeFileSync(file, pact);
    return { task, output: await core.default.verifyPacts({ ...options, logLevel: LOG_LEVEL, pactUrls: [file] }) };
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('{') ? { task, output: message } : { task, error: message };
  }
}
