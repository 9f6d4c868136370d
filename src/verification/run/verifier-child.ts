/**
 * Runs the Pact verifier in a process of its own: it prints its report on standard output by itself, reads proxy settings
 * from the environment, and is native code.
 *
 * The verifier is the one of `@pact-foundation/pact`, but not its class `Verifier`, whose proxy sends forms on as JSON
 * and so makes token requests that no server takes.
 */

import { createRequire } from 'node:module';

/** What the parent asks for. */
export interface VerifierTask {
  readonly task: number;
  /** Options of `verifyPacts` of `@pact-foundation/pact-core`. */
  readonly options: object;
}

/** What it is told: the verifier's own JSON, or why there is none. */
export type VerifierReply = { readonly task: number } & ({ readonly output: string } | { readonly error: string });

interface PactCore {
  readonly default: { verifyPacts(options: object): Promise<string> };
}

const [, , pactPackage] = process.argv;
const core = createRequire(pactPackage!)('@pact-foundation/pact-core') as PactCore;

process.on('message', (message: VerifierTask) => {
  void verified(message).then((reply) => process.send!(reply));
});
// Without its parent it has nothing to do.
process.on('disconnect', () => process.exit());

async function verified({ task, options }: VerifierTask): Promise<VerifierReply> {
  try {
    return { task, output: await core.default.verifyPacts(options) };
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('{') ? { task, output: message } : { task, error: message };
  }
}
