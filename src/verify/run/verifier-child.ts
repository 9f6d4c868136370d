/**
 * The process that runs the Pact verifier. It is a process of its own because the verifier is native code, prints its
 * report on standard output and reads proxy settings from the environment.
 *
 * It uses the verifier of `@pact-foundation/pact`, but not the class `Verifier`: the proxy of that class sends forms as
 * JSON, and no server accepts such token requests.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Message from the parent process. */
export interface VerifierTask {
  readonly task: number;
  /** JSON of the pact. */
  readonly pact: string;
  /** Options of `verifyPacts` of `@pact-foundation/pact-core`, without the pact and the log level. */
  readonly options: object;
}

/** Message to the parent process: the verifier's JSON output, or the reason why there is none. */
export type VerifierReply = { readonly task: number } & ({ readonly output: string } | { readonly error: string });

interface PactCore {
  readonly default: { verifyPacts(options: object): Promise<string> };
  /** Loads the native library. */
  getFfiLib(logLevel: string): unknown;
}

const LOG_LEVEL = 'error';

const [, , pactPackage, folder] = process.argv as [string, string, string, string];

// The parent process has ended, perhaps without the time to remove the folder; perhaps before this line.
process.on('disconnect', end);
if (process.connected) {
  mkdirSync(folder, { mode: 0o700 });
  trustNobody();
  const core = createRequire(pactPackage)('@pact-foundation/pact-core') as PactCore;
  loadLibrary(core);
  process.on('message', (message: VerifierTask) => {
    // A reply that fails has no reader any more, which 'disconnect' tells.
    void replyTo(message, core).then((reply) => process.send!(reply, () => undefined));
  });
} else {
  end();
}

function end(): never {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

/** The parent process prepares the first task meanwhile. */
function loadLibrary(core: PactCore): void {
  try {
    core.getFfiLib(LOG_LEVEL);
  } catch {
    // Each task fails in the same way, and reports it.
  }
}

/**
 * The verifier reads all certificates of the system again for every interaction, which takes longer than the rest of
 * its work. Here it needs none: it sends requests to this machine only, without TLS.
 */
function trustNobody(): void {
  const none = join(folder, 'no-certificates.pem');
  writeFileSync(none, '');
  process.env['SSL_CERT_FILE'] = none;
}

/** The verifier rejects with its JSON output if an interaction fails, and with a text if it could not run. */
async function replyTo({ task, pact, options }: VerifierTask, core: PactCore): Promise<VerifierReply> {
  const file = join(folder, `${task}.json`);
  try {
    writeFileSync(file, pact);
    return { task, output: await core.default.verifyPacts({ ...options, logLevel: LOG_LEVEL, pactUrls: [file] }) };
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('{') ? { task, output: message } : { task, error: message };
  }
}
