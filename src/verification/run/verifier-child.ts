/**
 * The process that runs the Pact verifier. It is a process of its own because the verifier is native code, prints its
 * report on standard output and reads proxy settings from the environment.
 *
 * It uses the verifier of `@pact-foundation/pact`, but not the class `Verifier`: the proxy of that class sends forms as
 * JSON, and no server accepts such token requests.
 */

import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Message from the parent process. */
export interface VerifierTask {
  readonly task: number;
  /** Options of `verifyPacts` of `@pact-foundation/pact-core`. */
  readonly options: object;
}

/** Message to the parent process: the verifier's JSON output, or the reason why there is none. */
export type VerifierReply = { readonly task: number } & ({ readonly output: string } | { readonly error: string });

interface PactCore {
  readonly default: { verifyPacts(options: object): Promise<string> };
}

const [, , pactPackage, folder] = process.argv;
const core = createRequire(pactPackage!)('@pact-foundation/pact-core') as PactCore;

process.on('message', (message: VerifierTask) => {
  void replyTo(message).then((reply) => process.send!(reply));
});
// The parent process has ended, perhaps without the time to remove the folder.
process.on('disconnect', () => {
  rmSync(folder!, { recursive: true, force: true });
  process.exit();
});
// A terminal that closes sends it to both processes. This one ends after the parent.
process.on('SIGHUP', () => undefined);

/** The verifier rejects with its JSON output if an interaction fails, and with a text if it could not run. */
async function replyTo({ task, options }: VerifierTask): Promise<VerifierReply> {
  try {
    return { task, output: await core.default.verifyPacts(options) };
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('{') ? { task, output: message } : { task, error: message };
  }
}
